#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "harness/base/input_file.h"
#include "harness/base/output_file.h"
#include "harness/count/count_record.h"

namespace sudoku {

/// Progress of a count in a directory. `checkpoint.csv` gets a row like in counts.csv after every
/// block. `checkpoint-puzzles.csv` holds the rows of puzzles.csv so far. A kill may leave a torn
/// last row. Resuming discards it. The caller must hold the lock of the directory. Not thread-safe.
class Checkpoint {
 public:
  static std::filesystem::path path_in(const std::filesystem::path& directory) {
    return directory / "checkpoint.csv";
  }
  static std::filesystem::path puzzle_counts_in(const std::filesystem::path& directory) {
    return directory / "checkpoint-puzzles.csv";
  }

  /// Reads the last complete row of an earlier call, if any. Does not change the file. Throws
  /// InputError if the file is damaged.
  static std::optional<StoredRecord> load(const std::filesystem::path& directory) {
    const std::string path = path_in(directory).string();
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error == std::errc::no_such_file_or_directory) return std::nullopt;
    const bool may_be_torn = !error && size < counts_header().size();
    if (may_be_torn && counts_header().starts_with(read_whole(path))) return std::nullopt;
    return find_last_record(path, TornEnd::left_out);
  }

  /// Replaces the file by the header and `record`, if given. Throws OutputError, as do `append` and
  /// `finish`.
  Checkpoint(const std::filesystem::path& directory, const std::optional<CountRecord>& record)
      : path_(path_in(directory)) {
    const std::string begin = counts_header() + (record ? to_csv(*record) : "");
    replace_file(path_, begin);
    file_.emplace(path_, begin.size());
  }

  void append(const CountRecord& record) { file_->append(to_csv(record)); }

  /// Replaces all rows by the last one.
  void finish(const CountRecord& record) { replace_file(path_, counts_header() + to_csv(record)); }

 private:
  std::filesystem::path path_;
  std::optional<AppendFile> file_;
};

}  // namespace sudoku
