#include "harness/external/child_process.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/errors.h"
#include "harness/external/error_relay.h"
#include "harness/measure/stopwatch.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

/// Throws the error in `errno` unless a call succeeded.
void require(bool is_done, const char* what) {
  if (!is_done) throw std::system_error(errno, std::generic_category(), what);
}

/// Returns how the child ended; `si_pid` is 0 if it still runs. Does not reap it.
siginfo_t end_of(pid_t id) {
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(id), &info, WEXITED | WNOHANG | WNOWAIT);
  return info;
}

void kill_and_reap(pid_t id) {
  // Kill the group first: the system may reuse its number after its leader is reaped.
  ::kill(-id, SIGKILL);
  retry([id] { return ::waitpid(id, nullptr, 0); });
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

/// Calls `use` with the folder of each thread of a process. May omit threads that end meanwhile.
template <typename Use>
void for_each_thread(pid_t process, const Use& use) {
  std::error_code ended;
  const fs::path threads = fmt::format("/proc/{}/task", process);
  for (fs::directory_iterator thread(threads, ended), end; !ended && thread != end;
       thread.increment(ended)) {
    use(thread->path());
  }
}

/// Calls `use` with each child of a process. May omit processes that end meanwhile.
template <typename Use>
void for_each_child(pid_t process, const Use& use) {
  for_each_thread(process, [&use](const fs::path& thread) {
    std::ifstream children(thread / "children");
    for (pid_t child = 0; children >> child;) use(child);
  });
}

/// Calls `use` with each descendant of a process.
template <typename Use>
void for_each_descendant(pid_t process, const Use& use) {
  for_each_child(process, [&](pid_t child) {
    use(child);
    for_each_descendant(child, use);
  });
}

std::int64_t ns_of(const timeval& time) {
  return 1'000'000'000 * std::int64_t{time.tv_sec} + 1'000 * std::int64_t{time.tv_usec};
}

/// Returns the CPU time of the children of a process that ended and were waited for.
std::int64_t reaped_cpu_ns(pid_t process) {
  if (process == ::getpid()) {
    rusage reaped{};
    ::getrusage(RUSAGE_CHILDREN, &reaped);
    return ns_of(reaped.ru_utime) + ns_of(reaped.ru_stime);
  }
  // Fields 16 and 17 of proc(5), cutime and cstime. Field 2 may contain blanks and parentheses.
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string line;
  std::getline(file, line);
  std::istringstream fields(line.substr(std::min(line.rfind(')') + 1, line.size())));
  std::string skipped;
  for (int field = 3; field < 16; ++field) fields >> skipped;
  std::int64_t user = 0;
  std::int64_t system = 0;
  fields >> user >> system;
  return (user + system) * (1'000'000'000 / ::sysconf(_SC_CLK_TCK));
}

/// Returns whether this process has children, including those that ended but were not reaped.
bool has_children() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

}  // namespace

DescriptorPair make_pipe() {
  int ends[2];
  require(::pipe2(ends, O_CLOEXEC) == 0, "pipe");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

DescriptorPair make_socket_pair() {
  int ends[2];
  require(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0, "socketpair");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

bool is_ready(const Descriptor& descriptor, short event, std::chrono::milliseconds timeout) {
  pollfd entry{descriptor.number(), event, 0};
  return ::poll(&entry, 1, static_cast<int>(timeout.count())) > 0;
}

ChildProcess::ChildProcess(const std::vector<std::string>& arguments,
                           std::span<const Inherited> inherited) {
  std::string program = "/proc/self/exe";
  std::vector<std::string> words = arguments;
  std::vector<char*> argv = {program.data()};
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  // This also keeps a descriptor open that is copied onto itself.
  for (const auto& [here, there] : inherited) {
    posix_spawn_file_actions_adddup2(&actions, here, there);
  }
  const int errors = solver_error_descriptor();
  if (errors >= 0) posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGXFSZ);  // this process ignores it
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  const int error =
      ::posix_spawn(&id_, program.c_str(), &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  errno = error;
  require(error == 0,
          error == ENOENT ? "sub-processes need /proc, which is not mounted" : "posix_spawn");
}

ChildProcess::~ChildProcess() {
  if (id_ != 0) kill_and_reap(id_);
}

bool ChildProcess::has_ended() const { return end_of(id_).si_pid != 0; }

std::string ChildProcess::terminate(std::string_view on_success) {
  siginfo_t info = end_of(id_);
  for (int attempt = 0; attempt < 100 && info.si_pid == 0; ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    info = end_of(id_);
  }
  kill_and_reap(std::exchange(id_, 0));
  if (info.si_pid == 0) return "closed its output";
  if (info.si_code == CLD_EXITED && info.si_status == 0) return std::string(on_success);
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

bool adopt_orphans() { return !has_children() && ::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0; }

void end_children() {
  constexpr int kAttempts = 1000;
  for (int attempt = 0; attempt < kAttempts && has_children(); ++attempt) {
    // Children only: their ids stay valid until they are reaped.
    for_each_child(::getpid(), [](pid_t child) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, WNOHANG);
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  for_each_child(::getpid(), [](pid_t child) {
    print_error("sudoku-bench: process {} of an engine cannot be ended\n", child);
  });
}

std::optional<std::uint64_t> peak_resident_bytes(pid_t process) {
  auto sum = own_peak_bytes(process);
  if (!sum) return std::nullopt;
  for_each_descendant(process, [&](pid_t child) { *sum += own_peak_bytes(child).value_or(0); });
  return sum;
}

std::int64_t descendants_cpu_ns(pid_t process) {
  std::int64_t sum = reaped_cpu_ns(process);
  if (process == ::getpid() && !has_children()) return sum;
  for_each_descendant(process, [&sum](pid_t child) {
    clockid_t clock{};
    if (::clock_getcpuclockid(child, &clock) == 0) sum += clock_ns(clock) + reaped_cpu_ns(child);
  });
  return sum;
}

SchedulerTimes scheduler_times(pid_t process) {
  SchedulerTimes sum;
  const auto add_thread = [&sum](const fs::path& thread) {
    std::ifstream statistics(thread / "schedstat");
    SchedulerTimes times;
    if (!(statistics >> times.run_ns >> times.delay_ns)) return;
    sum.run_ns += times.run_ns;
    sum.delay_ns += times.delay_ns;
  };
  // The file of a process, /proc/PROCESS/schedstat, only describes its first thread.
  const auto add = [&add_thread](pid_t one) { for_each_thread(one, add_thread); };
  add(process);
  for_each_descendant(process, add);
  return sum;
}

}  // namespace sudoku
