#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/commands/bench/bench_options.h"
#include "harness/dataset/dataset.h"

namespace sudoku {

/// The datasets of a run, each opened once. Files are opened and checked before the run, so that a
/// dataset that cannot be read ends it before anything is measured. Standard input and pipes are
/// opened when it is their turn.
class BenchDatasets {
 public:
  /// Throws InputError for a file that cannot be read or holds no puzzle, UsageError for one that
  /// cannot be cut for a shard, and Interrupted.
  explicit BenchDatasets(const BenchOptions& options);

  /// Shapes of the files that are open, each once; the requested shape or 9x9 if there is none.
  std::vector<Shape> shapes() const;
  /// Throws UsageError, see refuse_shape of solver_selection.h.
  void require_support(std::span<const Solver> solvers) const;

  /// Hands out a dataset, once. `min_blocks`: see Blocking.
  Dataset take(const std::string& path, std::size_t min_blocks);

 private:
  const BenchOptions& options_;
  std::map<std::string, DatasetReader> readers_;
};

}  // namespace sudoku
