#include "harness/external/child_process.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sudoku {
namespace {

namespace fs = std::filesystem;

void require(bool is_done, int error, const char* what) {
  if (!is_done) throw std::system_error(error, std::generic_category(), what);
}

/// Settings of posix_spawn for the child.
class SpawnSettings {
 public:
  explicit SpawnSettings(std::span<const ChildProcess::Inherited> inherited) {
    posix_spawn_file_actions_init(&actions_);
    // This also keeps a descriptor open that is copied onto itself.
    for (const auto& [here, there] : inherited) {
      posix_spawn_file_actions_adddup2(&actions_, here, there);
    }
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGXFSZ);  // this process ignores it
    posix_spawnattr_setsigdefault(&attributes_, &signals);
  }
  ~SpawnSettings() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// Returns whether the child has ended, and sets `info`. Does not reap it.
bool is_ended(pid_t id, siginfo_t& info) {
  info = {};
  return ::waitid(P_PID, static_cast<id_t>(id), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid != 0;
}

/// The same, but waits up to 100 ms for the end.
bool is_ended_soon(pid_t id, siginfo_t& info) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    if (is_ended(id, info)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

void kill_and_reap(pid_t id) {
  // Kill the group first: the system may reuse its number after its leader is reaped.
  ::kill(-id, SIGKILL);
  while (::waitpid(id, nullptr, 0) == -1 && errno == EINTR) {
  }
}

/// Returns the peak of one process. The peak of getrusage does not help: a process inherits it from
/// its parent.
std::optional<std::uint64_t> own_peak_bytes(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  std::uint64_t kibibytes = 0;
  for (std::string word; status >> word;) {
    if (word == "VmHWM:" && status >> kibibytes) return kibibytes * 1024;
  }
  return std::nullopt;
}

/// Calls `use` with each child of a process. May omit children that end meanwhile.
template <typename Use>
void for_each_child(pid_t process, const Use& use) {
  std::error_code ended;
  const fs::path threads = fmt::format("/proc/{}/task", process);
  for (fs::directory_iterator thread(threads, ended), end; !ended && thread != end;
       thread.increment(ended)) {
    std::ifstream children(thread->path() / "children");
    for (pid_t child = 0; children >> child;) use(child);
  }
}

std::int64_t ns_of(const timeval& time) {
  return 1'000'000'000 * std::int64_t{time.tv_sec} + 1'000 * std::int64_t{time.tv_usec};
}

/// Returns the CPU time of one process; 0 if it is gone.
std::int64_t own_cpu_ns(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(process, &clock) != 0) return 0;
  if (::clock_gettime(clock, &time) != 0) return 0;
  return 1'000'000'000 * std::int64_t{time.tv_sec} + time.tv_nsec;
}

std::int64_t tree_cpu_ns(pid_t process) {
  std::int64_t sum = own_cpu_ns(process);
  for_each_child(process, [&sum](pid_t child) { sum += tree_cpu_ns(child); });
  return sum;
}

/// Returns whether this process has children, including those that ended but were not reaped.
bool has_children() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

}  // namespace

DescriptorPair make_pipe() {
  int ends[2];
  const bool is_made = ::pipe2(ends, O_CLOEXEC) == 0;
  require(is_made, errno, "pipe");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

DescriptorPair make_socket_pair() {
  int ends[2];
  const bool is_made = ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0;
  require(is_made, errno, "socketpair");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

ChildProcess::ChildProcess(const std::vector<std::string>& arguments,
                           std::span<const Inherited> inherited) {
  std::string program = "/proc/self/exe";
  std::vector<std::string> words = arguments;
  std::vector<char*> argv = {program.data()};
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const SpawnSettings settings(inherited);
  const int error = ::posix_spawn(&id_, program.c_str(), settings.actions(), settings.attributes(),
                                  argv.data(), environ);
  require(error == 0, error, "posix_spawn");
}

ChildProcess::~ChildProcess() {
  if (id_ != 0) kill_and_reap(id_);
}

bool ChildProcess::has_ended() const {
  siginfo_t info{};
  return is_ended(id_, info);
}

std::string ChildProcess::terminate() {
  siginfo_t info{};
  const bool has_ended = is_ended_soon(id_, info);
  kill_and_reap(std::exchange(id_, 0));
  if (!has_ended) return "closed its output";
  if (info.si_code == CLD_EXITED) return fmt::format("exited with status {}", info.si_status);
  if (info.si_status == SIGKILL) {
    return "was killed by signal SIGKILL, from another process or because memory ran out";
  }
  return "crashed with signal " + signal_name(info.si_status);
}

void die_with_parent(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have died before.
  if (::getppid() != parent) ::_exit(1);
}

std::optional<std::uint64_t> peak_resident_bytes(pid_t process) {
  auto sum = own_peak_bytes(process);
  for_each_child(process, [&sum](pid_t child) {
    if (sum) *sum += peak_resident_bytes(child).value_or(0);
  });
  return sum;
}

std::int64_t descendants_cpu_ns(std::optional<pid_t> without) {
  rusage reaped{};
  ::getrusage(RUSAGE_CHILDREN, &reaped);
  std::int64_t sum = ns_of(reaped.ru_utime) + ns_of(reaped.ru_stime);
  if (!has_children()) return sum;
  for_each_child(::getpid(), [&](pid_t child) {
    if (child != without) sum += tree_cpu_ns(child);
  });
  return sum;
}

}  // namespace sudoku
