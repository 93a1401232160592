#pragma once

#include <filesystem>
#include <optional>

#include "harness/base/output_file.h"
#include "harness/commands/count/count_options.h"
#include "harness/count/checkpoint.h"
#include "harness/count/count_record.h"
#include "harness/results/context.h"
#include "harness/results/result_files.h"

namespace sudoku {

/// Files that one call of count writes: the results, the rows of puzzles.csv and the checkpoint.
/// Members throw OutputError. Not thread-safe.
class CountFiles {
 public:
  /// `options` must outlive this object.
  explicit CountFiles(const CountOptions& options) : options_(options) {}

  /// Locks the directories, which may be the same. Throws UsageError if another process uses one.
  void lock();

  /// Continues `record` from the checkpoint, if --resume is given and there is one. Returns whether
  /// it did. Throws InputError if the checkpoint belongs to another count or reaches beyond
  /// `range_end`, and UsageError if it exists without --resume or --force.
  bool resume(CountRecord& record, std::uint64_t range_end);

  /// Opens the files. `is_resumed` is the return value of resume().
  void open(const CountRecord& record, bool is_resumed);

  /// Appends the rows of a block to puzzles.csv or prints them, and appends `record` to the
  /// checkpoint.
  void append(const std::string& rows, const CountRecord& record);

  /// Writes the results and puts them in place. Reduces the checkpoint of a complete count to one
  /// row. After a failure, keeps existing results, and leaves the new ones in their temporary
  /// directory unless there is a checkpoint.
  void write_results(const CountRecord& record, const RunContext& context, bool has_failed);

 private:
  std::filesystem::path growing_rows() const;
  void open_rows(const CountRecord& record, bool is_resumed);

  const CountOptions& options_;
  bool has_checkpoint_file_ = false;  // an earlier call may have written the results
  std::optional<StagedResults> results_;
  std::optional<DirectoryLock> checkpoint_lock_;
  std::optional<AppendFile> rows_;
  std::optional<Checkpoint> checkpoint_;
};

}  // namespace sudoku
