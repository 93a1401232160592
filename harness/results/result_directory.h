#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "harness/results/file_digests.h"
#include "harness/results/staged_results.h"
#include "harness/stats/rows.h"

namespace sudoku {

/// Where a run's results are written.
struct ResultLocation {
  std::filesystem::path directory;
  bool replaces = false;    ///< results of an earlier run that stand there
  bool per_puzzle = false;  ///< with puzzles.csv
};

/// The result files of one run of bench, made and put in place as StagedResults tells. The files
/// that grow are opened at once and each row is in its file when `add` returns, so that an end at
/// any moment leaves readable files. All members throw OutputError. Not thread-safe.
class ResultDirectory {
 public:
  /// Throws UsageError if results stand there that are not to be replaced, or if another run writes
  /// there.
  explicit ResultDirectory(const ResultLocation& location);

  void add(const RunRow& record);
  void add(std::span<const BlockRow> records);
  /// Rows of puzzles.csv; to be called only if it was asked for.
  void add(std::span<const PuzzleRow> records);
  void write_summary(std::span<const SummaryRow> records);
  void write_context(const std::string& json);

  /// Puts all in place, once. What has not been put there goes away in the end.
  void commit() { staged_.commit(); }
  /// Leaves what there is where it was made, and says where; an empty path once it is in place.
  std::filesystem::path leave() { return staged_.leave(); }
  /// Whether results of an earlier run stand there.
  bool has_old() const { return staged_.has_old(); }

  /// Of what the files hold by now, but for context.json.
  FileDigests digests() const { return staged_.digests(); }

  const std::filesystem::path& path() const { return staged_.directory(); }
  bool has_puzzles() const { return has_puzzles_; }

 private:
  StagedResults staged_;
  bool has_puzzles_;
};

/// `results/<dataset>-<UTC time>`; several datasets give the name of the first and their number.
std::filesystem::path default_result_directory(std::span<const std::string> datasets);

}  // namespace sudoku
