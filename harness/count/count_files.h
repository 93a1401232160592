#pragma once

#include <filesystem>

#include "harness/results/result_files.h"

namespace sudoku {

// The result files of a count, in one directory.

inline std::filesystem::path counts_file(const std::filesystem::path& directory) {
  return directory / kCountsFile;
}
inline std::filesystem::path puzzle_counts_file(const std::filesystem::path& directory) {
  return directory / kPuzzlesFile;
}
inline std::filesystem::path context_file(const std::filesystem::path& directory) {
  return directory / kContextFile;
}

}  // namespace sudoku
