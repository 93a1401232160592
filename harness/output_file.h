#pragma once

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
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  void append(std::string_view rows);

 private:
  std::filesystem::path path_;
  int descriptor_;
  off_t size_ = 0;  // of the rows appended
};

/// A file that is written under a temporary name beside it, and has its own once `keep` is called;
/// without that, nothing is left of it. Not thread-safe.
class NewFile {
 public:
  /// Throws OutputError, as all members do.
  explicit NewFile(std::filesystem::path path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view text);
  /// To be called once, and nothing after it.
  void keep();

 private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int descriptor_;
  bool is_kept_ = false;
};

/// Puts the contents into a temporary file beside `path` and renames it, so that `path` is never
/// seen half written. Throws OutputError.
void replace_file(const std::filesystem::path& path, std::string_view contents);

/// Writes to standard output at once. Throws OutputError.
void write_stdout(std::string_view text);

}  // namespace sudoku
