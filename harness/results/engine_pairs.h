#pragma once

#include <span>
#include <vector>

#include "harness/results/saved_run.h"

namespace sudoku {

/// Returns the tables of a dataset for each baseline: one without a baseline, then one for each
/// engine that solved puzzles and gave no wrong answer. The speedups over the baseline of the run
/// are those of `rows`, the others come from the blocks. `rows` are of one dataset.
DatasetTables tables_over_each(std::span<const SavedRow> rows);

}  // namespace sudoku
