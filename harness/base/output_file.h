#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "harness/base/system.h"

namespace sudoku {

/// What happens if the output file already exists. `unlinked` replaces it even if it is a symbolic
/// link, FIFO or device.
enum class OldOutput : std::uint8_t { refused, replaced, unlinked };

/// A file to which whole rows are appended. If rows do not fit on the disk, the file keeps only the
/// rows before them. Not thread-safe.
class AppendFile {
 public:
  /// Creates or truncates the file. Throws OutputError, like all members, also for a symbolic link.
  explicit AppendFile(std::filesystem::path path);
  /// Opens an existing file and truncates it to its first `kept_bytes`.
  AppendFile(std::filesystem::path path, std::uint64_t kept_bytes);

  /// Writes the rows to the file before it returns.
  void append(std::string_view rows);
  /// Flushes the file to the disk and closes it. Call it once, after the last row.
  void close();

 private:
  std::filesystem::path path_;
  Descriptor descriptor_;
  off_t size_ = 0;  // bytes of the complete rows
};

/// Writes a temporary file beside `path` and renames it to `path` when it is complete. The new file
/// gets the mode of the old one. Unless `old` is `unlinked`, follows symbolic links, and writes
/// directly to standard output (`-`) and to anything but a regular file, such as a device, a FIFO
/// or /dev/stdout. Not thread-safe.
class PendingFile {
 public:
  /// Throws UsageError if a regular file exists and `old` is `refused`. Throws OutputError, like
  /// all members.
  PendingFile(std::filesystem::path path, OldOutput old);
  /// Deletes the temporary file unless it is complete.
  ~PendingFile();

  void append(std::string_view text);
  /// Flushes the file to the disk and renames it. Call it once, after the last text. If another
  /// program created a file that must not be replaced, the temporary file stays and the error names
  /// it.
  void complete();

  /// Whether `append` writes directly to the output, without a temporary file.
  bool is_direct() const { return target_.empty(); }

 private:
  void create_beside(const std::filesystem::path& target);
  void put_in_place();

  std::filesystem::path path_;       // as given
  std::filesystem::path target_;     // with all links resolved
  std::filesystem::path temporary_;  // empty if there is none, or no longer
  OldOutput old_;
  Descriptor descriptor_;
};

/// Throws UsageError if PendingFile would refuse to replace `path`. Lets callers fail early.
void refuse_old_output(const std::filesystem::path& path);

/// Creates or replaces the file that the user named, as PendingFile. Throws OutputError.
void write_output(const std::filesystem::path& path, std::string_view contents);

/// Creates or replaces a file atomically. For names that the user did not choose: another user
/// may have created a symbolic link there, which is replaced. Throws OutputError.
void replace_file(const std::filesystem::path& path, std::string_view contents);

/// Makes a hard link, or a copy if the file system does not support links. Throws OutputError.
void link_or_copy(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes renames in a directory durable. Throws OutputError.
void sync_directory(const std::filesystem::path& directory);

/// Returns a random hidden name beside `path` for a temporary file, such as
/// `.results.partial-3f9a21c4` for the tail `partial-`.
std::filesystem::path hidden_name(const std::filesystem::path& path, std::string_view tail);

/// Writes to standard output without buffering. Throws OutputError.
void write_stdout(std::string_view text);

/// Locks a directory against other processes of this program. The kernel releases the lock when the
/// process ends, even after a crash.
class DirectoryLock {
 public:
  /// Creates the directory if it does not exist. Throws UsageError if another process holds the
  /// lock, and OutputError if the directory is inaccessible. Does nothing on file systems without
  /// locks.
  explicit DirectoryLock(const std::filesystem::path& directory);
  /// Removes the directory if the constructor created it and it is empty.
  ~DirectoryLock();

 private:
  bool try_lock();

  std::filesystem::path directory_;
  bool is_created_ = false;
  Descriptor descriptor_;
};

}  // namespace sudoku
