#include "harness/external/child_process.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/system.h"
#include "harness/external/process_usage.h"

namespace sudoku {
namespace {

void require(bool is_done, int error, const char* what) {
  if (!is_done) throw std::system_error(error, std::generic_category(), what);
}

/// What posix_spawn is to do in the child before the program starts.
class SpawnSettings {
 public:
  explicit SpawnSettings(std::span<const ChildProcess::Inherited> inherited) {
    posix_spawn_file_actions_init(&actions_);
    // A descriptor that is copied onto itself stays open.
    for (const auto& [here, there] : inherited) {
      posix_spawn_file_actions_adddup2(&actions_, here, there);
    }
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGXFSZ);  // ignored here
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

/// Whether the child has ended; `info` says how. It is not reaped.
bool is_over(pid_t id, siginfo_t& info) {
  info = {};
  return ::waitid(P_PID, static_cast<id_t>(id), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid != 0;
}

/// The same, after waiting a little for it.
bool is_over_soon(pid_t id, siginfo_t& info) {
  using namespace std::chrono_literals;
  for (int attempt = 0; attempt < 100; ++attempt) {
    if (is_over(id, info)) return true;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

void kill_and_reap(pid_t id) {
  // First the group, whose number is free once its leader is reaped.
  ::kill(-id, SIGKILL);
  while (::waitpid(id, nullptr, 0) == -1 && errno == EINTR) {
  }
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
  return is_over(id_, info);
}

std::optional<std::uint64_t> ChildProcess::peak_bytes() const {
  return peak_resident_bytes(id_);
}

std::string ChildProcess::end() {
  siginfo_t info{};
  const bool is_ended = is_over_soon(id_, info);
  kill_and_reap(std::exchange(id_, 0));
  if (!is_ended) return "closed its output";
  if (info.si_code == CLD_EXITED) return fmt::format("exited with status {}", info.si_status);
  if (info.si_status == SIGKILL) {
    return "was ended by signal SIGKILL, which comes from another process or for want of memory";
  }
  return "crashed with signal " + signal_name(info.si_status);
}

void die_with_parent(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It may have died before.
  if (::getppid() != parent) ::_exit(1);
}

}  // namespace sudoku
