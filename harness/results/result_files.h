#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "harness/base/output_file.h"
#include "harness/base/text_digest.h"
#include "harness/stats/rows.h"

namespace sudoku {

// Names of the result files of bench and count.
inline constexpr const char* kRunsFile = "runs.csv";
inline constexpr const char* kBlocksFile = "blocks.csv";
inline constexpr const char* kSummaryFile = "summary.csv";
inline constexpr const char* kCountsFile = "counts.csv";
inline constexpr const char* kPuzzlesFile = "puzzles.csv";
inline constexpr const char* kContextFile = "context.json";

/// XXH3-64 of result files by their names.
using FileDigests = std::map<std::string, std::uint64_t>;

nlohmann::ordered_json json_of(const FileDigests& digests);

/// The result files of one run. They are created in a hidden directory inside the result directory,
/// and moved into place together at the end. A killed program leaves the hidden directory with all
/// rows so far. All members, also in derived classes, throw OutputError. Not thread-safe.
class StagedResults {
 public:
  /// Locks the directory. Throws UsageError if another run uses it.
  explicit StagedResults(std::filesystem::path directory);
  /// Deletes files that are not in place.
  ~StagedResults();
  StagedResults(const StagedResults&) = delete;
  StagedResults& operator=(const StagedResults&) = delete;

  /// Creates the hidden directory. Call it once, before all members below. Throws UsageError if the
  /// directory has results and `old` is `refused`.
  void begin(OldOutput old);
  /// Returns whether the directory has results of an earlier run.
  bool has_old() const { return has_old_; }

  const std::filesystem::path& directory() const { return directory_; }
  /// Returns the path at which to create a file.
  std::filesystem::path file(const char* name) const { return staging_ / name; }

  /// Appends rows to a file before it returns.
  void append(const char* name, std::string_view rows);
  /// Creates or replaces a file.
  void write(const char* name, std::string_view text);
  /// Returns the digests of the files so far, without context.json.
  FileDigests digests() const;

  /// Moves all files into place, or none, and deletes the old ones. Does not touch other files.
  /// Call it once.
  void commit();

  /// Keeps the hidden directory and returns its path. Empty after a commit.
  std::filesystem::path leave();

 private:
  void put_in_place();

  std::filesystem::path directory_;
  DirectoryLock lock_;
  std::filesystem::path staging_;
  bool has_old_ = false;
  std::map<std::string, AppendFile> growing_;
  std::map<std::string, TextDigest> digests_;
};

/// Location of the results of bench.
struct ResultLocation {
  std::filesystem::path directory;
  bool replaces = false;    ///< replaces results of an earlier run
  bool per_puzzle = false;  ///< writes puzzles.csv
};

/// The result files of one run of bench. Rows are in their files when a member returns.
class ResultDirectory : public StagedResults {
 public:
  /// Throws UsageError if there are results and `location.replaces` is false, or if another run
  /// uses the directory.
  explicit ResultDirectory(const ResultLocation& location);

  void add(const RunRow& row);
  void add(std::span<const BlockRow> rows);
  /// Requires `has_puzzles()`.
  void add(std::span<const PuzzleRow> rows);
  void write_summary(std::span<const SummaryRow> rows);
  void write_context(const std::string& json) { write(kContextFile, json); }

  bool has_puzzles() const { return has_puzzles_; }

 private:
  bool has_puzzles_;
};

/// Returns `results/<dataset>-<UTC time>`. For several datasets, `<dataset>` is the name of the
/// first and the number of the others.
std::filesystem::path default_result_directory(std::span<const std::string> datasets);

/// Reports on standard error where partial results are, or that they have been deleted.
void report_partial_results(const std::filesystem::path& place);

/// Returns whether `path` would be a result file in the directory, which need not exist.
bool is_result_file(const std::filesystem::path& path, const std::filesystem::path& directory);

/// Throws UsageError if the dataset is a result file in the directory.
void refuse_dataset_among_results(const std::string& dataset,
                                  const std::filesystem::path& directory);

}  // namespace sudoku
