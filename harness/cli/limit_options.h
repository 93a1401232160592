#pragma once

#include "engines/engine.h"
#include "harness/cli/option_table.h"

namespace sudoku {

/// Adds --max-solutions, --max-guesses and --timeout.
inline void add_limits(OptionTable& options, const char* max_solutions_help) {
  options.value("max-solutions", "N", max_solutions_help)
      .value("max-guesses", "N", "stop solving a puzzle after N guesses; 0: no limit (0)")
      .value("timeout", "TIME", "time limit per puzzle; 0s: none (10s)");
}

/// Returns the values of these options. `max_solutions` is the default of --max-solutions.
inline SolveLimits solve_limits(const OptionValues& values, std::uint64_t max_solutions) {
  SolveLimits limits;
  limits.max_solutions = values.number("max-solutions", max_solutions);
  limits.max_guesses = values.number("max-guesses", 0);
  limits.max_time = values.duration("timeout", std::chrono::seconds(10));
  return limits;
}

}  // namespace sudoku
