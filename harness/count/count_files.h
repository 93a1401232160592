#pragma once

#include <filesystem>

namespace sudoku {

// The result files of a count, in one directory.

inline constexpr const char* kCountsFile = "counts.csv";
inline constexpr const char* kPuzzleCountsFile = "puzzles.csv";
inline constexpr const char* kContextFile = "context.json";

inline std::filesystem::path counts_file(const std::filesystem::path& directory) {
  return directory / kCountsFile;
}
inline std::filesystem::path puzzle_counts_file(const std::filesystem::path& directory) {
  return directory / kPuzzleCountsFile;
}
inline std::filesystem::path context_file(const std::filesystem::path& directory) {
  return directory / kContextFile;
}

}  // namespace sudoku
