#pragma once

#include <filesystem>

#include "harness/stats/saved_run.h"

namespace sudoku {

/// Loads a run from its directory: runs.csv, blocks.csv and, if it is there, context.json. Throws
/// InputError for files that are missing, damaged, or of an older schema than kOldestSchema.
SavedRun load_run(const std::filesystem::path& directory);

}  // namespace sudoku
