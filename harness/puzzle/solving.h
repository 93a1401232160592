#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engines/engine.h"
#include "engines/grid.h"
#include "engines/registry.h"

namespace sudoku {

/// Returns the engine that decides fastest whether puzzles in blocks have exactly one solution.
inline const EngineInfo& uniqueness_engine(const Shape& shape) {
  if (shape == k9x9) return fastest_on_blocks();
  // On larger boards, a few puzzles that take thousands of guesses dominate the time.
  constexpr std::size_t kLastEasySide = 16;
  return shape.side() <= kLastEasySide ? default_engine(shape) : *find_engine("learn");
}

/// An engine's result for a 9x9 puzzle.
struct GridAnswer : SolveResult {
  Grid first_solution;  ///< unspecified if there is none
};

/// Solves 9x9 puzzles in one call of the engine.
inline std::vector<GridAnswer> solve_grids(Engine& engine, std::span<const Grid> grids,
                                           const SolveLimits& limits,
                                           SolutionSink* sink = nullptr) {
  std::vector<SolveResult> results(grids.size());
  std::vector<Grid> solutions(grids.size());
  engine.solve(boards_of(grids), limits, {results, cells_of(solutions)}, sink);
  std::vector<GridAnswer> answers;
  for (std::size_t i = 0; i < grids.size(); ++i) answers.push_back({results[i], solutions[i]});
  return answers;
}

}  // namespace sudoku
