#pragma once

#include "engines/grid.h"
#include "engines/registry.h"

namespace sudoku {

/// A built-in engine that solves 9x9 puzzles in text form, as simple plugins and commands do.
class TextEngine {
 public:
  explicit TextEngine(std::string_view id) : engine_(find_engine(id)->make({})) {}

  /// Solves the puzzle at the start of `line`. Writes the kCells characters of a solution if the
  /// engine finds one.
  SolveResult solve(std::string_view line, std::uint64_t max_solutions, char* solution) {
    SolveLimits limits;
    limits.max_solutions = max_solutions;
    SolveResult result;
    parse_line(line, puzzle_);
    engine_->solve(puzzle_, limits, {{&result, 1}, solution_.cells}, nullptr);
    if (result.solutions > 0 && result.has_solution) format_line(solution_, solution);
    return result;
  }

 private:
  std::unique_ptr<Engine> engine_;
  Grid puzzle_;
  Grid solution_;
};

}  // namespace sudoku
