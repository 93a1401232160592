#pragma once

#include <span>

#include "harness/measure/solver.h"
#include "harness/stats/verdict.h"

namespace sudoku {

/// The solvers that support a task or a dataset, and the others.
struct SolverSupport {
  std::vector<Solver> solvers;         ///< that run
  std::vector<SkippedSolver> skipped;  ///< that have a row of results without running
  std::vector<std::string> notes;      ///< why solvers do not run, for the user
};

/// Returns the solvers that this computer can run and that support the limit of solutions. Throws
/// UsageError if there is none.
SolverSupport find_task_support(std::span<const Solver> solvers, std::uint64_t max_solutions);

/// Returns the solvers that support the boards of a dataset. Throws UsageError if a solver that the
/// user named for boards of this shape does not support it, or if no solver supports the boards.
SolverSupport find_board_support(const std::string& path, const BoardKind& kind,
                                 std::span<const Solver> solvers);

}  // namespace sudoku
