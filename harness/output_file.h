#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace sudoku {

/// A file that grows by whole rows, each in the file once `append` returns; rows that do not fit
/// are left out of it. Not thread-safe.
class AppendFile {
 public:
  /// Creates the file, or empties it. Throws OutputError, as all members do.
  explicit AppendFile(std::filesystem::path path);
  /// Goes on with a file behind the first `kept_bytes`, which it has; the rest is cut off.
  AppendFile(std::filesystem::path path, std::uint64_t kept_bytes);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  void append(std::string_view rows);

 private:
  std::filesystem::path path_;
  int descriptor_;
  off_t size_ = 0;  // of the rows appended
};

/// A file that is written bit by bit under another name beside `path` and takes its place once it
/// is complete; one that is not completed goes away. Not thread-safe.
class PendingFile {
 public:
  /// Throws OutputError, as all members do.
  explicit PendingFile(std::filesystem::path path);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  void append(std::string_view text);
  /// Once, after the last text.
  void complete();

 private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int descriptor_;
  bool is_complete_ = false;
};

/// Puts the contents into a temporary file beside `path` and renames it, so that `path` is never
/// seen half written. Throws OutputError.
void replace_file(const std::filesystem::path& path, std::string_view contents);

/// Writes to standard output at once. Throws OutputError.
void write_stdout(std::string_view text);

}  // namespace sudoku
