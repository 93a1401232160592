#pragma once

#include <cstdint>
#include <filesystem>

namespace sudoku {

// The result files of a count, in one directory.

std::filesystem::path counts_file(const std::filesystem::path& directory);
std::filesystem::path puzzle_counts_file(const std::filesystem::path& directory);
std::filesystem::path context_file(const std::filesystem::path& directory);

/// What becomes of results that stand in a directory already.
enum class OldResults : std::uint8_t { refused, kept, replaced, gone_on_with };

/// Creates the directory. Throws UsageError where results stand there and are refused; those that
/// are replaced go away, and all but puzzles.csv where it is gone on with. Throws OutputError.
void prepare_directory(const std::filesystem::path& directory, OldResults old_results);

}  // namespace sudoku
