#pragma once

#include <filesystem>
#include <optional>

#include "harness/base/output_file.h"
#include "harness/count/count_record.h"

namespace sudoku {

/// Progress of a count in a directory: `checkpoint.csv` gets a row of the form of counts.csv after
/// every block, and `checkpoint-puzzles.csv` holds the rows of puzzles.csv up to there. A kill may
/// leave a torn last row; resuming discards it. The caller must hold the lock of the directory. Not
/// thread-safe.
class Checkpoint {
 public:
  /// Reads the last complete row of an earlier call, if any. Does not change the file. Throws
  /// InputError if the file is damaged.
  static std::optional<StoredRecord> load(const std::filesystem::path& directory);

  /// Replaces the file by the header and `record`, if given. Throws OutputError, as do `append` and
  /// `finish`.
  Checkpoint(const std::filesystem::path& directory, const std::optional<CountRecord>& record);

  void append(const CountRecord& record) { file_->append(to_csv(record)); }

  /// Replaces all rows by the last one.
  void finish(const CountRecord& record);

  static std::filesystem::path path_in(const std::filesystem::path& directory) {
    return directory / "checkpoint.csv";
  }
  static std::filesystem::path puzzle_counts_in(const std::filesystem::path& directory) {
    return directory / "checkpoint-puzzles.csv";
  }

 private:
  std::filesystem::path path_;
  std::optional<AppendFile> file_;
};

}  // namespace sudoku
