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

/// Returns an open file, or throws if the system call that opened it failed.
Descriptor checked(int descriptor, const fs::path& path) {
  if (descriptor < 0) throw_output_error(path, errno);
  return Descriptor(descriptor);
}

Descriptor open_to_write(const fs::path& path, int how) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | how, 0666);
    // Opening a FIFO waits for its reader.
    if (descriptor < 0 && errno == EINTR && interrupted()) throw Interrupted();
  } while (descriptor < 0 && errno == EINTR);
  return checked(descriptor, path);
}

void write_all(int descriptor, const std::string& name, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = retry([&] { return ::write(descriptor, text.data(), text.size()); });
    if (written < 0 && errno == EAGAIN) {
      pollfd sink{descriptor, POLLOUT, 0};
      ::poll(&sink, 1, -1);
      continue;
    }
    if (written < 0) throw_output_error(name, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Truncates the file and moves to its end. Returns false on failure, for example on a device.
bool truncate_to(int descriptor, off_t size) {
  return retry([&] { return ::ftruncate(descriptor, size); }) == 0 &&
         ::lseek(descriptor, size, SEEK_SET) == size;
}

void sync_file(int descriptor, const std::string& name) {
  const int status = retry([&] { return ::fsync(descriptor); });
  // Devices and some file systems do not support fsync.
  if (status != 0 && errno != EINVAL && errno != EROFS) throw_output_error(name, errno);
}

/// Reports an error of close(2), which may be the first sign of a failed write. Linux closes the
/// descriptor even if a signal interrupts the call.
void close_checked(Descriptor& descriptor, const std::string& name) {
  const int status = ::close(descriptor.release());
  if (status != 0 && errno != EINTR) throw_output_error(name, errno);
}

Descriptor open_directory(const fs::path& path) {
  constexpr int kHow = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  return checked(retry([&] { return ::open(path.c_str(), kHow); }), path);
}

/// Does not follow a symbolic link.
std::optional<struct stat> status_of(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
  return status;
}

fs::path directory_of(const fs::path& path) {
  const fs::path parent = path.parent_path();
  return parent.empty() ? fs::path(".") : parent;
}

/// Returns the number of the open descriptor that a path such as /dev/stdout stands for. Opening
/// the path instead would overwrite a file from its start.
std::optional<int> open_stream(const fs::path& path) {
  std::error_code error;
  const fs::path parent = fs::canonical(directory_of(path), error);
  if (error || parent != fs::canonical("/proc/self/fd", error)) return std::nullopt;
  const auto number = parse_number(path.filename().string());
  return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

/// The destination of an output: an open descriptor, or a path that is not a symbolic link.
struct Target {
  fs::path path;
  std::optional<int> stream{};
};

Target resolve_links(const fs::path& path) {
  constexpr int kMostLinks = 40;
  if (path == "-") return {path, STDOUT_FILENO};
  Target target{path};
  for (int links = 0; links < kMostLinks; ++links) {
    std::error_code error;
    target.stream = open_stream(target.path);
    if (target.stream || !fs::is_symlink(target.path, error)) return target;
    // An absolute link target replaces the whole path.
    target.path = directory_of(target.path) / fs::read_symlink(target.path, error);
    if (error) throw OutputError(path, error.message());
  }
  throw_output_error(path, ELOOP);
}

void write_whole(PendingFile file, std::string_view contents) {
  file.append(contents);
  file.complete();
}

[[noreturn]] void refuse(const fs::path& path) {
  throw UsageError(fmt::format("{} already exists; use --force to replace it", path.string()));
}

}  // namespace

AppendFile::AppendFile(fs::path path)
    : path_(std::move(path)), descriptor_(open_to_write(path_, O_CREAT | O_TRUNC | O_NOFOLLOW)) {}

AppendFile::AppendFile(fs::path path, std::uint64_t kept_bytes)
    : path_(std::move(path)),
      descriptor_(open_to_write(path_, O_NOFOLLOW)),
      size_(static_cast<off_t>(kept_bytes)) {
  if (!truncate_to(descriptor_.number(), size_)) throw_output_error(path_, errno);
}

void AppendFile::append(std::string_view rows) {
  try {
    write_all(descriptor_.number(), path_, rows);
  } catch (const OutputError&) {
    truncate_to(descriptor_.number(), size_);  // removes partly written rows
    throw;
  }
  size_ += static_cast<off_t>(rows.size());
}

void AppendFile::close() {
  sync_file(descriptor_.number(), path_);
  close_checked(descriptor_, path_);
}

PendingFile::PendingFile(fs::path path, OldOutput old) : path_(std::move(path)), old_(old) {
  const bool is_unlinked = old_ == OldOutput::unlinked;
  const Target target = is_unlinked ? Target{path_} : resolve_links(path_);
  if (target.stream) {
    descriptor_ = checked(::fcntl(*target.stream, F_DUPFD_CLOEXEC, 0), path_);
    return;
  }
  auto status = status_of(target.path);
  const bool is_regular = status && S_ISREG(status->st_mode);
  if (is_unlinked && !is_regular) status.reset();
  if (status && !is_regular) {
    descriptor_ = open_to_write(path_, 0);
    return;
  }
  if (status && old_ == OldOutput::refused) refuse(path_);
  if (status && ::access(target.path.c_str(), W_OK) != 0) throw_output_error(path_, errno);
  create_beside(target.path);
  if (!status) return;
  // Without permission to change the owner, the user of this process stays the owner.
  [[maybe_unused]] const int owned = ::fchown(descriptor_.number(), status->st_uid, status->st_gid);
  ::fchmod(descriptor_.number(), status->st_mode & 07777);
}

PendingFile::~PendingFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void PendingFile::create_beside(const fs::path& target) {
  constexpr int kNew = O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL;
  int descriptor = -1;
  do {
    temporary_ = hidden_name(target, "");
    descriptor = retry([&] { return ::open(temporary_.c_str(), kNew, 0666); });
  } while (descriptor < 0 && errno == EEXIST);
  descriptor_ = checked(descriptor, path_);
  target_ = target;
}

void PendingFile::append(std::string_view text) { write_all(descriptor_.number(), path_, text); }

void PendingFile::complete() {
  if (!is_direct()) sync_file(descriptor_.number(), path_);
  close_checked(descriptor_, path_);
  if (!is_direct()) put_in_place();
}

void PendingFile::put_in_place() {
  // Opened first, because it may fail.
  const fs::path parent = directory_of(target_);
  const Descriptor directory = open_directory(parent);
  // Unlike a rename, a link does not replace an existing file. Some file systems do not support it.
  const bool is_linked =
      old_ == OldOutput::refused && ::link(temporary_.c_str(), target_.c_str()) == 0;
  if (old_ == OldOutput::refused && !is_linked && errno == EEXIST) {
    const std::string name = std::exchange(temporary_, {}).string();
    throw OutputError(path_, "was created in the meantime; the new contents are in " + name);
  }
  if (!is_linked) {
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) throw_output_error(path_, errno);
    temporary_.clear();
  }
  sync_file(directory.number(), parent);
}

void refuse_old_output(const fs::path& path) {
  const Target target = resolve_links(path);
  std::error_code error;
  if (!target.stream && fs::is_regular_file(target.path, error)) refuse(path);
}

void write_output(const fs::path& path, std::string_view contents) {
  write_whole(PendingFile(path, OldOutput::replaced), contents);
}

void replace_file(const fs::path& path, std::string_view contents) {
  write_whole(PendingFile(path, OldOutput::unlinked), contents);
}

void link_or_copy(const fs::path& from, const fs::path& to) {
  if (::link(from.c_str(), to.c_str()) == 0) return;
  std::error_code error;
  fs::copy_file(from, to, error);
  if (error) throw OutputError(to, error.message());
  Descriptor copy = open_to_write(to, 0);
  sync_file(copy.number(), to);
  close_checked(copy, to);
}

void sync_directory(const fs::path& directory) {
  sync_file(open_directory(directory).number(), directory);
}

fs::path hidden_name(const fs::path& path, std::string_view tail) {
  constexpr std::size_t kLongest = 200;  // names may have 255 bytes
  std::random_device random;
  const std::string name = path.filename().string().substr(0, kLongest);
  return path.parent_path() / fmt::format(".{}.{}{:08x}", name, tail, random());
}

void write_stdout(std::string_view text) { write_all(STDOUT_FILENO, "standard output", text); }

DirectoryLock::DirectoryLock(const fs::path& directory) : directory_(directory) {
  while (!try_lock()) {
  }
}

DirectoryLock::~DirectoryLock() {
  if (is_created_) ::rmdir(directory_.c_str());
}

/// Returns false if the directory was removed before it was locked.
bool DirectoryLock::try_lock() {
  std::error_code error;
  is_created_ |= fs::create_directories(directory_, error);
  if (error) throw OutputError(directory_, error.message());
  const int number =
      retry([&] { return ::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  if (number < 0 && errno == ENOENT) return false;
  if (number < 0) throw_output_error(directory_, errno);
  descriptor_ = Descriptor(number);
  const int status = retry([&] { return ::flock(number, LOCK_EX | LOCK_NB); });
  if (status != 0 && errno == EWOULDBLOCK) {
    throw UsageError(fmt::format("{}: another run is using this directory", directory_.string()));
  }
  struct stat locked {};
  struct stat present {};
  return ::fstat(number, &locked) == 0 && ::stat(directory_.c_str(), &present) == 0 &&
         locked.st_dev == present.st_dev && locked.st_ino == present.st_ino;
}

}  // namespace sudoku
