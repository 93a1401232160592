#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engines/board.h"
#include "harness/measure/runner.h"
#include "harness/stats/verdict.h"

namespace sudoku {

/// Throws UsageError unless all engines that were named for them take boards of that shape, and any
/// at all where this CPU runs any.
void refuse_shape(const std::string& path, const Shape& shape, std::span<const Solver> solvers);

/// Which engines take part in a run, and in each of its datasets, and why others do not.
class SolverSelection {
 public:
  /// Throws UsageError where none can take part in a search for so many solutions.
  SolverSelection(std::span<const Solver> solvers, std::uint64_t max_solutions);

  /// Why each of those that cannot does not.
  const std::vector<std::string>& objections() const { return objections_; }

  /// Goes on with those that take the boards of a dataset. Gives a sentence on those that do not.
  /// Throws UsageError, see refuse_shape.
  std::vector<std::string> begin(const std::string& path, const Shape& shape);

  /// Those that take part in the dataset that was begun last; all where none was.
  const std::vector<Solver>& selected() const { return selected_; }

  /// Those that a dataset has a row for without their taking part.
  std::vector<SkippedSolver> skipped() const;

 private:
  std::string admit(const Solver& solver, std::uint64_t max_solutions);

  std::vector<Solver> able_;  // whatever the shape
  std::vector<Solver> selected_;
  std::vector<std::string> objections_;
  std::vector<SkippedSolver> unable_;
  std::vector<SkippedSolver> refusing_;  // boards of the shape
};

}  // namespace sudoku
