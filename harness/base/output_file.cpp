#include "harness/base/output_file.h"

#include <cerrno>
#include <cstdio>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/errors.h"
#include "harness/base/system.h"
#include "harness/base/units.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

int open_to_write(const fs::path& path, int how) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | how, 0666);
    // A FIFO waits for its reader.
    if (descriptor < 0 && errno == EINTR && interrupted()) throw Interrupted();
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) throw_output_error(path.string(), errno);
  return descriptor;
}

int create(const fs::path& path) {
  return open_to_write(path, O_CREAT | O_TRUNC);
}

void await_room(int descriptor) {
  pollfd sink{descriptor, POLLOUT, 0};
  ::poll(&sink, 1, -1);
}

void write_all(int descriptor, const std::string& name, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      await_room(descriptor);
      continue;
    }
    if (written < 0) throw_output_error(name, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Cuts the file and goes on at its end. False where that fails: a device has no size to set.
bool cut_to(int descriptor, off_t size) {
  int status = 0;
  do {
    status = ::ftruncate(descriptor, size);
  } while (status != 0 && errno == EINTR);
  return status == 0 && ::lseek(descriptor, size, SEEK_SET) == size;
}

void sync_file(int descriptor, const std::string& name) {
  int status = 0;
  do {
    status = ::fsync(descriptor);
  } while (status != 0 && errno == EINTR);
  // A device, or a file system that writes when it likes, has nothing to wait for.
  if (status != 0 && errno != EINVAL && errno != EROFS) throw_output_error(name, errno);
}

/// Linux has closed the descriptor even where a signal came.
void close_counted(int& descriptor, const std::string& name) {
  const int status = ::close(std::exchange(descriptor, -1));
  if (status != 0 && errno != EINTR) throw_output_error(name, errno);
}

/// A directory that is open, so that renames in it can be made to stay.
class Directory {
 public:
  explicit Directory(fs::path path) : path_(std::move(path)) {
    do {
      descriptor_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    } while (descriptor_ < 0 && errno == EINTR);
    if (descriptor_ < 0) throw_output_error(path_.string(), errno);
  }
  ~Directory() { ::close(descriptor_); }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  void sync() const { sync_file(descriptor_, path_.string()); }

 private:
  fs::path path_;
  int descriptor_ = -1;
};

std::optional<struct stat> status_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return status;
}

bool has_regular_file(const fs::path& path) {
  const auto status = status_of(path);
  return status && S_ISREG(status->st_mode);
}

fs::path directory_of(const fs::path& path) {
  const fs::path parent = path.parent_path();
  return parent.empty() ? fs::path(".") : parent;
}

/// The number of a stream that this process has open, which a path such as /dev/stdout stands for
/// behind its links. Opened by its path, a file would be written to from its begin again.
std::optional<int> open_stream(const fs::path& path) {
  std::error_code error;
  const fs::path parent = fs::canonical(directory_of(path), error);
  if (error || parent != fs::canonical("/proc/self/fd", error)) return std::nullopt;
  const auto number = parse_number(path.filename().string());
  return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

/// What an output is written to: a stream, or else a path that is no link.
struct Target {
  fs::path path;
  std::optional<int> stream{};
};

Target behind_links(const fs::path& path) {
  constexpr int kMostLinks = 40;
  if (path == "-") return {path, STDOUT_FILENO};
  Target target{path};
  for (int links = 0; links < kMostLinks; ++links) {
    std::error_code error;
    target.stream = open_stream(target.path);
    if (target.stream || !fs::is_symlink(target.path, error)) return target;
    // An absolute path takes the place of the whole.
    target.path = directory_of(target.path) / fs::read_symlink(target.path, error);
    if (error) throw OutputError(path.string(), error.message());
  }
  throw_output_error(path.string(), ELOOP);
}

[[noreturn]] void refuse(const fs::path& path) {
  throw UsageError(fmt::format("{} already exists; use --force to replace it", path.string()));
}

}  // namespace

AppendFile::AppendFile(fs::path path) : path_(std::move(path)), descriptor_(create(path_)) {}

AppendFile::AppendFile(fs::path path, std::uint64_t kept_bytes)
    : path_(std::move(path)),
      descriptor_(open_to_write(path_, 0)),
      size_(static_cast<off_t>(kept_bytes)) {
  if (cut_to(descriptor_, size_)) return;
  const int error = errno;
  ::close(descriptor_);
  throw_output_error(path_.string(), error);
}

AppendFile::~AppendFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void AppendFile::append(std::string_view rows) {
  try {
    write_all(descriptor_, path_.string(), rows);
  } catch (const OutputError&) {
    cut_to(descriptor_, size_);  // takes back what was written of rows that did not fit
    throw;
  }
  size_ += static_cast<off_t>(rows.size());
}

void AppendFile::close() {
  sync_file(descriptor_, path_.string());
  close_counted(descriptor_, path_.string());
}

PendingFile::PendingFile(fs::path path, OldOutput old) : path_(std::move(path)), old_(old) {
  const Target target = behind_links(path_);
  if (target.stream) {
    descriptor_ = ::fcntl(*target.stream, F_DUPFD_CLOEXEC, 0);
    if (descriptor_ < 0) throw_output_error(path_.string(), errno);
    return;
  }
  const auto status = status_of(target.path);
  if (status && !S_ISREG(status->st_mode)) {
    descriptor_ = open_to_write(path_, 0);
    return;
  }
  if (status && old_ == OldOutput::refused) refuse(path_);
  if (status && ::access(target.path.c_str(), W_OK) != 0) throw_output_error(path_.string(), errno);
  create_beside(target.path);
  if (!status) return;
  // Who may not give the file away keeps it.
  [[maybe_unused]] const int owned = ::fchown(descriptor_, status->st_uid, status->st_gid);
  ::fchmod(descriptor_, status->st_mode & 07777);
}

PendingFile::~PendingFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void PendingFile::create_beside(const fs::path& target) {
  do {
    const fs::path name = hidden_name(target, "");
    descriptor_ = ::open(name.c_str(), O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL, 0666);
    if (descriptor_ >= 0) temporary_ = name;
  } while (descriptor_ < 0 && (errno == EEXIST || errno == EINTR));
  if (descriptor_ < 0) throw_output_error(path_.string(), errno);
  target_ = target;
}

void PendingFile::append(std::string_view text) {
  write_all(descriptor_, path_.string(), text);
}

void PendingFile::complete() {
  if (!temporary_.empty()) sync_file(descriptor_, path_.string());
  close_counted(descriptor_, path_.string());
  if (!temporary_.empty()) put_in_place();
}

void PendingFile::put_in_place() {
  // Before anything is in place, as it may fail.
  const Directory directory(directory_of(target_));
  // A link is refused where something stands by now, which a rename would replace.
  const bool may_link = old_ == OldOutput::refused;
  const bool is_linked = may_link && ::link(temporary_.c_str(), target_.c_str()) == 0;
  if (may_link && !is_linked && errno == EEXIST) {
    const std::string name = std::exchange(temporary_, {}).string();
    throw OutputError(path_.string(), "appeared in the meantime; the new contents are in " + name);
  }
  // Some file systems have no links.
  const bool is_renamed = !is_linked && std::rename(temporary_.c_str(), target_.c_str()) == 0;
  if (!is_linked && !is_renamed) throw_output_error(path_.string(), errno);
  if (is_renamed) temporary_.clear();
  directory.sync();
}

void refuse_old_output(const fs::path& path) {
  const Target target = behind_links(path);
  if (!target.stream && has_regular_file(target.path)) refuse(path);
}

void replace_file(const fs::path& path, std::string_view contents) {
  PendingFile file(path, OldOutput::replaced);
  file.append(contents);
  file.complete();
}

void link_or_copy(const fs::path& from, const fs::path& to) {
  if (::link(from.c_str(), to.c_str()) == 0) return;
  std::error_code error;
  fs::copy_file(from, to, error);
  if (error) throw OutputError(to.string(), error.message());
  int copy = open_to_write(to, 0);
  sync_file(copy, to.string());
  close_counted(copy, to.string());
}

void sync_directory(const fs::path& directory) {
  Directory(directory).sync();
}

fs::path hidden_name(const fs::path& path, std::string_view tail) {
  constexpr std::size_t kLongest = 200;  // of 255 that a name may have
  std::random_device random;
  const std::string name = path.filename().string().substr(0, kLongest);
  return path.parent_path() / fmt::format(".{}.{}{:08x}", name, tail, random());
}

void write_stdout(std::string_view text) {
  write_all(STDOUT_FILENO, "standard output", text);
}

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
