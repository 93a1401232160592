// A library for LD_PRELOAD. It counts the system calls of a program on files below a directory and
// lets one of them fail.
//
//   SUDOKU_FAULTS_BELOW   directory
//   SUDOKU_FAULTS_COUNTS  file for the number of calls of each kind, written at the end
//   SUDOKU_FAULTS_CALL    name of the call that fails
//   SUDOKU_FAULTS_AT      number of the first call that fails, from 1
//   SUDOKU_FAULTS_LAST    number of the last call that fails
//   SUDOKU_FAULTS_SIGNAL  number of a signal that the program gets before the call
//   SUDOKU_FAULTS_ERROR   otherwise, the error that the call returns; with 0, it transfers half of
//                         the bytes

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

constexpr const char* kCalls[] = {"open",   "read",      "pread", "write", "close", "fsync",
                                  "rename", "ftruncate", "link",  "mkdir", "mmap"};
constexpr std::size_t kCallCount = std::size(kCalls);

std::size_t index_of(const char* call) {
  std::size_t i = 0;
  while (i < kCallCount && std::strcmp(kCalls[i], call) != 0) ++i;
  return i;
}

const char* setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The requested fault from the environment, and the number of calls of each kind.
struct Plan {
  Plan() { std::snprintf(below, sizeof below, "%s/", setting("SUDOKU_FAULTS_BELOW")); }
  ~Plan();

  char below[4096];
  std::size_t call = index_of(setting("SUDOKU_FAULTS_CALL"));
  unsigned long long at = std::strtoull(setting("SUDOKU_FAULTS_AT"), nullptr, 10);
  unsigned long long last = std::strtoull(setting("SUDOKU_FAULTS_LAST"), nullptr, 10);
  int error = std::atoi(setting("SUDOKU_FAULTS_ERROR"));
  int signal = std::atoi(setting("SUDOKU_FAULTS_SIGNAL"));
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

Fate fate_of(const char* call, bool is_counted) {
  Plan& wanted = plan();
  if (!is_counted) return Fate::is_made;
  const std::size_t index = index_of(call);
  const unsigned long long number = ++wanted.counts[index];
  if (wanted.call != index || number < wanted.at || number > wanted.last) return Fate::is_made;
  if (wanted.signal != 0) {
    ::kill(::getpid(), wanted.signal);
    return Fate::is_made;
  }
  if (wanted.error == 0) return Fate::is_short;
  errno = wanted.error;
  return Fate::fails;
}

/// Makes a call on a file, or lets it fail.
template <typename Function, typename... Arguments>
int make(const char* call, bool is_counted, Arguments... arguments) {
  if (fate_of(call, is_counted) == Fate::fails) return -1;
  return next<Function>(call)(arguments...);
}

/// Transfers bytes, or half of them, or lets the call fail.
template <typename Function, typename Bytes, typename... Offset>
ssize_t transfer(const char* call, int descriptor, Bytes bytes, std::size_t size,
                 Offset... offset) {
  const Fate fate = fate_of(call, is_below(descriptor));
  if (fate == Fate::fails) return -1;
  if (fate == Fate::is_short && size > 1) size /= 2;
  return next<Function>(call)(descriptor, bytes, size, offset...);
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  if (fate_of("open", is_below(path)) == Fate::fails) return -1;
  return next<int(const char*, int, ...)>("open")(path, flags, mode);
}

// On 64-bit systems, the functions with 64 in their names are the same.
int open64(const char* path, int flags, ...) __attribute__((alias("open")));

ssize_t read(int descriptor, void* bytes, std::size_t size) {
  return transfer<decltype(::read)>("read", descriptor, bytes, size);
}

ssize_t pread(int descriptor, void* bytes, std::size_t size, off_t offset) {
  return transfer<decltype(::pread)>("pread", descriptor, bytes, size, offset);
}

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  return transfer<decltype(::write)>("write", descriptor, bytes, size);
}

int close(int descriptor) {
  const Fate fate = fate_of("close", is_below(descriptor));
  const int error = errno;
  const int status = next<decltype(::close)>("close")(descriptor);
  if (fate != Fate::fails) return status;
  errno = error;
  return -1;
}

int fsync(int descriptor) {
  return make<decltype(::fsync)>("fsync", is_below(descriptor), descriptor);
}

int rename(const char* from, const char* to) {
  return make<decltype(::rename)>("rename", is_below(to), from, to);
}

int ftruncate(int descriptor, off_t size) {
  return make<decltype(::ftruncate)>("ftruncate", is_below(descriptor), descriptor, size);
}

int link(const char* from, const char* to) {
  return make<decltype(::link)>("link", is_below(to), from, to);
}

int mkdir(const char* path, mode_t mode) {
  return make<decltype(::mkdir)>("mkdir", is_below(path), path, mode);
}

void* mmap(void* address, std::size_t length, int protection, int flags, int descriptor,
           off_t offset) {
  // Only shared memory counts, not the memory of the allocator.
  if (fate_of("mmap", (flags & MAP_SHARED) != 0) == Fate::fails) return MAP_FAILED;
  return next<decltype(::mmap)>("mmap")(address, length, protection, flags, descriptor, offset);
}

void* mmap64(void* address, std::size_t length, int protection, int flags, int descriptor,
             off_t offset) __attribute__((alias("mmap")));

}  // extern "C"
