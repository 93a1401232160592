#pragma once

#include "engines/registry.h"
#include "harness/cli/option_table.h"
#include "harness/external/solver_factory.h"

// Options that select engines (built-in ones, plugins and commands) and limit their searches.

namespace sudoku {

/// Returns the built-in engine of that id or family. Throws UsageError for an unknown name; the
/// message also lists `other_words`, which the option takes in addition to engines.
const EngineInfo* engine_named(const std::string& id,
                               std::initializer_list<std::string_view> other_words = {});

/// Throws UsageError for a stochastic engine. `reason` completes "engine X finds a solution or
/// gives up: it ...". `engine` may be null.
void refuse_incomplete(const EngineInfo* engine, std::string_view reason);

bool any_has(std::span<const EngineInfo* const> engines, EngineTraits trait);

void add_cell_order(OptionTable& options);

/// Returns the values of --cell-order and --seed. Throws UsageError if none of the engines has a
/// cell order.
EngineOptions engine_options(const OptionValues& values,
                             std::span<const EngineInfo* const> engines);

/// Adds --plugin and --engine-cmd.
void add_own_engines(OptionTable& options);

/// Returns the solvers of --engine, --plugin and --engine-cmd. `default_engine` is the value of
/// --engine if it is not given; empty: none. Contains each engine once, in order of
/// first mention. `all` omits engines with a missing package.
RequestedSolvers requested_solvers(const OptionValues& values, const std::string& default_engine);

/// Adds --max-solutions, --max-guesses and --timeout.
void add_limits(OptionTable& options, const char* max_solutions_help);
/// Returns the values of these options. `max_solutions` is the default of --max-solutions.
SolveLimits solve_limits(const OptionValues& values, std::uint64_t max_solutions);

/// Returns the names of all solvers. Throws UsageError for ambiguous names.
std::vector<std::string> names_of(const RequestedSolvers& requested);

}  // namespace sudoku
