#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "harness/base/output_file.h"
#include "harness/base/text_digest.h"
#include "harness/stats/rows.h"

namespace sudoku {

/// Version of the format of the result files. Increases if a column or key is added, changes its
/// meaning, or is removed.
inline constexpr int kSchemaVersion = 8;

/// Oldest schema that can be read, from version 0.2.0. `read_saved_files` refuses older ones. If
/// some supported files lack a column, it is an `optional_column`.
inline constexpr int kOldestSchema = 3;

// Names of the result files.
inline constexpr const char* kRunsFile = "runs.csv";
inline constexpr const char* kBlocksFile = "blocks.csv";
inline constexpr const char* kSummaryFile = "summary.csv";
inline constexpr const char* kPuzzlesFile = "puzzles.csv";
inline constexpr const char* kContextFile = "context.json";
/// In checkpoints only: sizes and digests of blocks.csv and puzzles.csv after each block.
inline constexpr const char* kProgressFile = "progress.csv";
/// Written by count before schema 8.
inline constexpr const char* kCountsFile = "counts.csv";

/// XXH3-64 of result files by their names.
using FileDigests = std::map<std::string, std::uint64_t>;

nlohmann::ordered_json json_of(const FileDigests& digests);

/// Where a run writes its result files.
struct ResultLocation {
  std::filesystem::path directory;  ///< empty: the results are only in the checkpoint, if any
  bool replaces = false;            ///< replaces results of an earlier run
  bool per_puzzle = false;          ///< writes puzzles.csv
  /// Directory of the checkpoint; empty: none. May be the same as `directory`.
  std::filesystem::path checkpoint{};
};

/// The result files of one run. They grow in a hidden directory inside the result directory, and
/// are moved into place together at the end. A killed program leaves the hidden directory with all
/// rows so far. With a checkpoint, the files grow and stay in the checkpoint, so that a resumed run
/// can continue them. The result directory then gets links or copies. When a member function
/// returns, the operating system has the rows that it was given. All members throw OutputError. Not
/// thread-safe.
class ResultDirectory {
 public:
  /// Locks the directories. Throws UsageError if another run uses one of them.
  explicit ResultDirectory(const ResultLocation& location);
  /// Deletes files that are neither in place nor in a checkpoint.
  ~ResultDirectory();
  ResultDirectory(const ResultDirectory&) = delete;
  ResultDirectory& operator=(const ResultDirectory&) = delete;

  /// Creates the hidden directory, or a new checkpoint, and the files with their headers. Throws
  /// UsageError if the result directory has results that must not be replaced. Call it or `resume`
  /// once, before all members below.
  void begin();
  /// Continues blocks.csv and puzzles.csv of the checkpoint after the finished blocks, and starts a
  /// new runs.csv. Throws like `begin`, and InputError if a file of the checkpoint is damaged.
  void resume();
  /// Returns whether the directory has results of an earlier run.
  bool has_old() const { return has_old_; }

  const std::filesystem::path& directory() const { return location_.directory; }
  bool has_puzzles() const { return location_.per_puzzle; }
  bool has_checkpoint() const { return !location_.checkpoint.empty(); }
  /// Returns the path at which a file grows.
  std::filesystem::path file(const std::string& name) const { return growing_directory_ / name; }

  void add(std::span<const RunRow> rows);
  void add(std::span<const BlockRow> rows);
  /// Does nothing without puzzles.csv.
  void add(std::span<const PuzzleRow> rows);
  /// Adds the rows of a block and records the progress in the checkpoint, if there is one.
  /// `puzzle_rows` are its rows of puzzles.csv.
  void add_block(std::span<const BlockRow> rows, std::string_view puzzle_rows);
  void write_summary(std::span<const SummaryRow> rows);
  void write_context(const std::string& json) { write(kContextFile, json); }

  /// Returns the digests of the result files so far, without context.json.
  FileDigests digests() const;

  /// Moves or links all files into place, or none, and deletes the old ones. Does not touch other
  /// files. Call it once.
  void commit();

  /// Keeps the hidden directory or the checkpoint, and returns its path. After a commit without a
  /// checkpoint, there is neither, and the path is empty.
  std::filesystem::path leave();

 private:
  struct File {
    std::optional<AppendFile> output;  // nullopt if the file is written as a whole
    TextDigest digest;
    std::uint64_t bytes = 0;
  };

  void check_old();
  void append(const std::string& name, std::string_view rows);
  void keep(const std::string& name, std::uint64_t bytes, std::uint64_t digest);
  void write(const std::string& name, std::string_view text);
  void record_progress();
  void put_in_place();

  ResultLocation location_;
  std::optional<DirectoryLock> lock_;
  std::optional<DirectoryLock> checkpoint_lock_;
  std::filesystem::path staging_;  // hidden, inside the result directory; empty if there is none
  std::filesystem::path growing_directory_;
  bool has_old_ = false;
  std::map<std::string, File> files_;   // by name
  std::optional<AppendFile> progress_;  // progress.csv of the checkpoint
};

/// Returns the path of the checkpoint in a directory: a directory with result files.
std::filesystem::path checkpoint_path(const std::filesystem::path& directory);

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
