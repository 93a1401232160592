#include "harness/base/directory_lock.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/errors.h"

namespace sudoku {

namespace fs = std::filesystem;

DirectoryLock::DirectoryLock(const fs::path& directory) : directory_(directory) {
  while (!try_lock()) {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  }
}

DirectoryLock::~DirectoryLock() {
  if (is_created_) ::rmdir(directory_.c_str());
  ::close(descriptor_);
}

/// False where the directory went away before it was locked, or a signal came.
bool DirectoryLock::try_lock() {
  std::error_code error;
  is_created_ |= fs::create_directories(directory_, error);
  if (error) throw OutputError(directory_.string(), error.message());
  descriptor_ = ::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0 && (errno == ENOENT || errno == EINTR)) return false;
  if (descriptor_ < 0) throw_output_error(directory_.string(), errno);
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) return false;
    if (errno == EWOULDBLOCK) {
      ::close(descriptor_);
      throw UsageError(fmt::format("{}: another run writes there", directory_.string()));
    }
  }
  struct stat locked {};
  struct stat found {};
  return ::fstat(descriptor_, &locked) == 0 && ::stat(directory_.c_str(), &found) == 0 &&
         locked.st_dev == found.st_dev && locked.st_ino == found.st_ino;
}

}  // namespace sudoku
