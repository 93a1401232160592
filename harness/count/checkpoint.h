#pragma once

#include <filesystem>
#include <optional>

#include "harness/base/output_file.h"
#include "harness/count/count_record.h"

namespace sudoku {

/// How far a count has come: `checkpoint.csv` in a directory, which grows by a row, in the form of
/// counts.csv, with each block, and beside it the rows of puzzles.csv by then. A kill at any moment
/// leaves whole rows, maybe followed by a torn one, which is cut off once it is gone on with. The
/// caller has the lock of the directory. Not thread-safe.
class Checkpoint {
 public:
  /// The last whole row that an earlier call has left, if there is one; the file is not touched.
  /// Throws InputError for a damaged file.
  static std::optional<StoredRecord> load(const std::filesystem::path& directory);

  /// Begins the file with `record` for its only row, if there is one. Throws OutputError, as
  /// `append` and `finish` do.
  Checkpoint(const std::filesystem::path& directory, const std::optional<CountRecord>& record);

  void append(const CountRecord& record) { file_->append(to_csv(record)); }

  /// Leaves nothing but the last row.
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
