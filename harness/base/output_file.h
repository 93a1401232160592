#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace sudoku {

/// What becomes of what stands under the name of an output already.
enum class OldOutput : std::uint8_t { refused, replaced };

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
  /// Once, after the last rows: they are on the disk then.
  void close();

 private:
  std::filesystem::path path_;
  int descriptor_;
  off_t size_ = 0;  // of the rows appended
};

/// A file that is written bit by bit under a name of its own beside `path` and takes its place,
/// with the mode of what stood there, once it is complete; one that is not completed goes away. The
/// file that a link points to is replaced, not the link. What is no regular file (a device, a FIFO,
/// a stream of this process such as /dev/stdout) and `-`, which is standard output, are written to
/// at once. Not thread-safe.
class PendingFile {
 public:
  /// Throws UsageError where a regular file stands there that is to be refused. Throws OutputError,
  /// as all members do.
  PendingFile(std::filesystem::path path, OldOutput old);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  void append(std::string_view text);
  /// Once, after the last text: it is on the disk then. A file to be refused may have come up in
  /// the meantime: then the new one stays under its own name, which the error tells.
  void complete();

  /// Whether what is appended is written to its end at once, and no file is put in a place.
  bool is_straight() const { return target_.empty(); }

 private:
  void create_beside(const std::filesystem::path& target);
  void put_in_place();

  std::filesystem::path path_;       // as typed
  std::filesystem::path target_;     // behind all links
  std::filesystem::path temporary_;  // empty where nothing is put in a place
  OldOutput old_;
  int descriptor_ = -1;
};

/// Throws UsageError where a PendingFile would, for callers that need to know before the work.
void refuse_old_output(const std::filesystem::path& path);

/// Replaces the contents of `path` by a PendingFile, so that it is never seen half written. Throws
/// OutputError.
void replace_file(const std::filesystem::path& path, std::string_view contents);

/// A second name for a file, or a copy of it where there can be none. Throws OutputError.
void link_or_copy(const std::filesystem::path& from, const std::filesystem::path& to);

/// What has been renamed in the directory stays so, whatever happens. Throws OutputError.
void sync_directory(const std::filesystem::path& directory);

/// A name beside `path` for what is in the making, with the tail, like `.results.partial-3f9a21c4`;
/// most likely nobody has it.
std::filesystem::path hidden_name(const std::filesystem::path& path, std::string_view tail);

/// Writes to standard output at once. Throws OutputError.
void write_stdout(std::string_view text);

/// A directory that no other process of this program writes into meanwhile. The kernel lets go of
/// it when the process ends, however it does.
class DirectoryLock {
 public:
  /// Creates the directory where there is none. Throws UsageError where another run has it, and
  /// OutputError where it cannot be had. A file system that knows no locks gives none.
  explicit DirectoryLock(const std::filesystem::path& directory);
  /// A directory that was created, and in which nothing is, goes away.
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  bool try_lock();

  std::filesystem::path directory_;
  bool is_created_ = false;
  int descriptor_ = -1;
};

}  // namespace sudoku
