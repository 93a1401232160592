#pragma once

#include <filesystem>

namespace sudoku {

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
