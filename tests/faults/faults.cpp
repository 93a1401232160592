// A library for LD_PRELOAD. It counts the system calls of a program on files below a directory and
// lets one of them fail.
//
//   SUDOKU_FAULTS_BELOW   directory
//   SUDOKU_FAULTS_COUNTS  file for the number of calls of each kind, written at the end
//   SUDOKU_FAULTS_CALL    name of the call that fails
//   SUDOKU_FAULTS_AT      number of the call that fails, from 1
//   SUDOKU_FAULTS_HOW     how it fails:
//                           EIO, ...       the call returns this error
//                           from-EIO, ...  this and all later calls return this error
//                           short          the call transfers half of the bytes
//                           SIGTERM, ...   the program gets this signal before the call

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

constexpr const char* kCalls[] = {"open",   "read",      "pread", "write", "close", "fsync",
                                  "rename", "ftruncate", "link",  "mkdir", "mmap"};
constexpr std::size_t kCallCount = sizeof kCalls / sizeof kCalls[0];

enum Call {
  kOpen,
  kRead,
  kPread,
  kWrite,
  kClose,
  kFsync,
  kRename,
  kFtruncate,
  kLink,
  kMkdir,
  kMmap
};

struct Word {
  const char* name;
  int value;
};
constexpr Word kErrors[] = {{"EIO", EIO},       {"ENOSPC", ENOSPC}, {"EINTR", EINTR},
                            {"EACCES", EACCES}, {"EMFILE", EMFILE}, {"ENOMEM", ENOMEM}};
constexpr Word kSignals[] = {
    {"SIGINT", SIGINT}, {"SIGTERM", SIGTERM}, {"SIGHUP", SIGHUP}, {"SIGKILL", SIGKILL}};

template <std::size_t size>
int value_of(const Word (&words)[size], const char* name) {
  for (const Word& word : words) {
    if (std::strcmp(word.name, name) == 0) return word.value;
  }
  return 0;
}

const char* setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The requested fault from the environment, and the number of calls of each kind.
struct Plan {
  Plan() {
    const char* how = setting("SUDOKU_FAULTS_HOW");
    constexpr const char* kFrom = "from-";
    is_lasting = std::strncmp(how, kFrom, std::strlen(kFrom)) == 0;
    if (is_lasting) how += std::strlen(kFrom);
    is_short = std::strcmp(how, "short") == 0;
    error = value_of(kErrors, how);
    signal = value_of(kSignals, how);
    for (std::size_t i = 0; i < kCallCount; ++i) {
      if (std::strcmp(kCalls[i], setting("SUDOKU_FAULTS_CALL")) == 0) call = static_cast<int>(i);
    }
    at = std::strtoull(setting("SUDOKU_FAULTS_AT"), nullptr, 10);
    std::snprintf(below, sizeof below, "%s/", setting("SUDOKU_FAULTS_BELOW"));
  }
  ~Plan();

  char below[4096];
  int call = -1;
  unsigned long long at = 0;
  bool is_lasting = false;
  bool is_short = false;
  int error = 0;
  int signal = 0;
  std::atomic<unsigned long long> counts[kCallCount] = {};
};

Plan& plan() {
  static Plan plan;
  return plan;
}

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

Plan::~Plan() {
  const char* file = setting("SUDOKU_FAULTS_COUNTS");
  if (*file == '\0') return;
  const int descriptor = next<int(const char*, int, ...)>("open")(
      file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  for (std::size_t i = 0; i < kCallCount; ++i) {
    char line[64];
    const int length = std::snprintf(line, sizeof line, "%s %llu\n", kCalls[i], counts[i].load());
    if (next<decltype(::write)>("write")(descriptor, line, static_cast<std::size_t>(length)) < 0)
      break;
  }
}

bool is_below(const char* path) {
  const Plan& wanted = plan();
  if (path[0] == '/') return std::strncmp(path, wanted.below, std::strlen(wanted.below)) == 0;
  char absolute[8192];
  if (::getcwd(absolute, sizeof absolute / 2) == nullptr) return false;
  std::strcat(absolute, "/");
  return std::strncmp(absolute, wanted.below, std::strlen(wanted.below)) == 0;
}

bool is_below(int descriptor) {
  const int old_errno = errno;
  char link[64];
  char target[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = ::readlink(link, target, sizeof target - 1);
  errno = old_errno;
  if (length < 0) return false;
  target[length] = '\0';
  return is_below(target);
}

/// Whether and how a call fails.
enum class Fate { is_made, fails, is_short };

Fate fate_of(Call call, bool is_counted) {
  Plan& wanted = plan();
  if (!is_counted) return Fate::is_made;
  const unsigned long long number = ++wanted.counts[call];
  const bool is_meant = wanted.call == call && wanted.at != 0 &&
                        (number == wanted.at || (wanted.is_lasting && number > wanted.at));
  if (!is_meant) return Fate::is_made;
  if (wanted.signal != 0) {
    ::kill(::getpid(), wanted.signal);
    return Fate::is_made;
  }
  if (wanted.is_short) return Fate::is_short;
  errno = wanted.error;
  return Fate::fails;
}

std::size_t half_of(std::size_t bytes) { return bytes < 2 ? bytes : bytes / 2; }

int open_with(const char* name, const char* path, int flags, mode_t mode) {
  if (fate_of(kOpen, is_below(path)) == Fate::fails) return -1;
  return next<int(const char*, int, ...)>(name)(path, flags, mode);
}

void* map_with(const char* name, void* address, std::size_t length, int protection, int flags,
               int descriptor, off_t offset) {
  // Only shared memory counts, not the memory of the allocator.
  if (fate_of(kMmap, (flags & MAP_SHARED) != 0) == Fate::fails) return MAP_FAILED;
  return next<decltype(::mmap)>(name)(address, length, protection, flags, descriptor, offset);
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  return open_with("open", path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  return open_with("open64", path, flags, mode);
}

ssize_t read(int descriptor, void* bytes, std::size_t size) {
  const Fate fate = fate_of(kRead, is_below(descriptor));
  if (fate == Fate::fails) return -1;
  if (fate == Fate::is_short) size = half_of(size);
  return next<decltype(::read)>("read")(descriptor, bytes, size);
}

ssize_t pread(int descriptor, void* bytes, std::size_t size, off_t offset) {
  const Fate fate = fate_of(kPread, is_below(descriptor));
  if (fate == Fate::fails) return -1;
  if (fate == Fate::is_short) size = half_of(size);
  return next<decltype(::pread)>("pread")(descriptor, bytes, size, offset);
}

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  const Fate fate = fate_of(kWrite, is_below(descriptor));
  if (fate == Fate::fails) return -1;
  if (fate == Fate::is_short) size = half_of(size);
  return next<decltype(::write)>("write")(descriptor, bytes, size);
}

int close(int descriptor) {
  const Fate fate = fate_of(kClose, is_below(descriptor));
  const int error = errno;
  const int status = next<decltype(::close)>("close")(descriptor);
  if (fate != Fate::fails) return status;
  errno = error;
  return -1;
}

int fsync(int descriptor) {
  if (fate_of(kFsync, is_below(descriptor)) == Fate::fails) return -1;
  return next<decltype(::fsync)>("fsync")(descriptor);
}

int rename(const char* from, const char* to) {
  if (fate_of(kRename, is_below(to)) == Fate::fails) return -1;
  return next<decltype(::rename)>("rename")(from, to);
}

int ftruncate(int descriptor, off_t size) {
  if (fate_of(kFtruncate, is_below(descriptor)) == Fate::fails) return -1;
  return next<decltype(::ftruncate)>("ftruncate")(descriptor, size);
}

int link(const char* from, const char* to) {
  if (fate_of(kLink, is_below(to)) == Fate::fails) return -1;
  return next<decltype(::link)>("link")(from, to);
}

int mkdir(const char* path, mode_t mode) {
  if (fate_of(kMkdir, is_below(path)) == Fate::fails) return -1;
  return next<decltype(::mkdir)>("mkdir")(path, mode);
}

void* mmap(void* address, std::size_t length, int protection, int flags, int descriptor,
           off_t offset) {
  return map_with("mmap", address, length, protection, flags, descriptor, offset);
}

void* mmap64(void* address, std::size_t length, int protection, int flags, int descriptor,
             off_t offset) {
  return map_with("mmap64", address, length, protection, flags, descriptor, offset);
}

}  // extern "C"
