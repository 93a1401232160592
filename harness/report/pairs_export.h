#pragma once

#include <string>

#include "harness/results/saved_run.h"

namespace sudoku {

/// Returns the speedups between all engines of each dataset as JSON. results/COLUMNS.md describes
/// it.
std::string to_pairs_json(const SavedRun& run);

}  // namespace sudoku
