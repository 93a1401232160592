#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/options/shared.h"

// How the engines of a run are named: those of the registry, and those that the user brings along.

namespace sudoku {

/// `--plugin` and `--engine-cmd`.
void add_own_engines(Specification& options);

/// Each engine once, in the order in which it is first named by the arguments, lists of ids.
std::vector<const EngineInfo*> engines_named(const std::vector<std::string>& arguments);
std::vector<PluginSpec> plugins_named(const Values& values);
std::vector<CommandSpec> commands_named(const Values& values);

/// Of all engines of a run. Throws UsageError for a name that stands for two.
std::vector<std::string> names_of(std::span<const EngineInfo* const> engines,
                                  std::span<const PluginSpec> plugins,
                                  std::span<const CommandSpec> commands);

}  // namespace sudoku
