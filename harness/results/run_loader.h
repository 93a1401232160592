#pragma once

#include <filesystem>

#include "harness/stats/comparison.h"

namespace sudoku {

/// Loads a run from its directory. context.json and puzzles.csv may be missing. Throws InputError
/// if another file is missing, or if a file is damaged or of a schema before kOldestSchema.
SavedRun load_run(const std::filesystem::path& directory);

}  // namespace sudoku
