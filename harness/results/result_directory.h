#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "harness/output_file.h"
#include "harness/results/record.h"

namespace sudoku {

/// Where a run's results are written.
struct ResultLocation {
  std::filesystem::path directory;
  bool replaces = false;    ///< results of an earlier run that stand there
  bool per_puzzle = false;  ///< with puzzles.csv
};

/// The result files of one run in one directory. The files that grow are opened at once and each
/// row is in its file when `add` returns, so that an end at any moment leaves readable files. All
/// members throw OutputError. Not thread-safe.
class ResultDirectory {
 public:
  /// Throws UsageError if results stand there that are not to be replaced.
  explicit ResultDirectory(const ResultLocation& location);

  void add(const RunRecord& record);
  void add(std::span<const BlockRecord> records);
  /// Rows of puzzles.csv; to be called only if it was asked for.
  void add(std::span<const PuzzleRecord> records);
  void write_summary(std::span<const SummaryRecord> records);
  void write_context(const std::string& json);
  /// Removes the files of results that cannot be made whole. Nothing can be added any more.
  void discard();

  const std::filesystem::path& path() const { return directory_; }
  bool has_puzzles() const { return puzzles_.has_value(); }

 private:
  std::filesystem::path directory_;
  std::optional<AppendFile> runs_;
  std::optional<AppendFile> blocks_;
  std::optional<AppendFile> puzzles_;
};

/// `results/<dataset>-<UTC time>`; several datasets give the name of the first and their number.
std::filesystem::path default_result_directory(std::span<const std::string> datasets);

}  // namespace sudoku
