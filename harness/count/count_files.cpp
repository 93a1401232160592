#include "harness/count/count_files.h"

#include <system_error>

#include <fmt/format.h>

#include "harness/errors.h"

namespace sudoku {

namespace fs = std::filesystem;

fs::path counts_file(const fs::path& directory) {
  return directory / "counts.csv";
}

fs::path puzzle_counts_file(const fs::path& directory) {
  return directory / "puzzles.csv";
}

fs::path context_file(const fs::path& directory) {
  return directory / "context.json";
}

void prepare_directory(const fs::path& directory, OldResults old_results) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) throw OutputError(directory.string(), error.message());
  for (const fs::path& file :
       {counts_file(directory), puzzle_counts_file(directory), context_file(directory)}) {
    if (!fs::exists(file, error)) continue;
    if (old_results == OldResults::refused) {
      throw UsageError(
          fmt::format("{} holds results already; --force replaces them", directory.string()));
    }
    if (old_results == OldResults::kept) continue;
    if (old_results == OldResults::gone_on_with && file == puzzle_counts_file(directory)) continue;
    fs::remove(file, error);
    if (error) throw OutputError(file.string(), error.message());
  }
}

}  // namespace sudoku
