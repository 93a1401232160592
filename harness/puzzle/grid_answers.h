#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engines/engine.h"
#include "engines/grid.h"

namespace sudoku {

/// What an engine answers to a grid.
struct GridAnswer : SolveResult {
  Grid first_solution;  ///< unspecified where there is none
};

/// What it answers to grids in one call.
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
