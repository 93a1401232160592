#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/registry.h"
#include "harness/cli/option_table.h"
#include "harness/external/solvers.h"

// Options by which engines are chosen: those of the registry, and those that the user brings along.

namespace sudoku {

/// Throws UsageError for a name that is none; it names the `other_words` that the option takes,
/// too.
const EngineInfo* engine_named(const std::string& id,
                               std::initializer_list<std::string_view> other_words = {});

/// Throws UsageError for an engine that does not count; null is none.
void refuse_incomplete(const EngineInfo* engine, std::string_view task);

bool any_has(std::span<const EngineInfo* const> engines, EngineTraits trait);

void add_cell_order(OptionTable& options);

/// Throws UsageError for options that none of the engines has. The seed is that of --seed, which
/// commands may have for more than engines.
EngineOptions engine_options(const OptionValues& values,
                             std::span<const EngineInfo* const> engines);

/// `--plugin` and `--engine-cmd`.
void add_own_engines(OptionTable& options);

/// Each engine once, in the order in which it is first named by the arguments, lists of ids. `all`
/// leaves out those whose package is missing.
std::vector<const EngineInfo*> engines_named(const std::vector<std::string>& arguments);
std::vector<PluginSpec> plugins_named(const OptionValues& values);
std::vector<CommandSpec> commands_named(const OptionValues& values);

/// Of all engines of a run. Throws UsageError for a name that stands for two.
std::vector<std::string> names_of(const RequestedSolvers& requested);

}  // namespace sudoku
