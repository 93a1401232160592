#include "harness/external/process_usage.h"

#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sudoku {
namespace {

namespace fs = std::filesystem;

/// That of the process alone. The peak that getrusage tells is no use: a process begins with that
/// of the one that started it.
std::optional<std::uint64_t> own_peak_bytes(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  std::uint64_t kibibytes = 0;
  for (std::string word; status >> word;) {
    if (word == "VmHWM:" && status >> kibibytes) return kibibytes * 1024;
  }
  return std::nullopt;
}

/// Calls `use` with each process that the process has started. One that ends meanwhile is left out.
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

/// Of the process itself; 0 where it is gone.
std::int64_t cpu_ns(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(process, &clock) != 0) return 0;
  if (::clock_gettime(clock, &time) != 0) return 0;
  return 1'000'000'000 * std::int64_t{time.tv_sec} + time.tv_nsec;
}

std::int64_t tree_cpu_ns(pid_t process) {
  std::int64_t sum = cpu_ns(process);
  for_each_child(process, [&sum](pid_t child) { sum += tree_cpu_ns(child); });
  return sum;
}

/// Whether this process has children, ended ones that nobody has waited for included.
bool has_children() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

}  // namespace

std::optional<std::uint64_t> peak_resident_bytes(pid_t process) {
  auto sum = own_peak_bytes(process);
  for_each_child(process, [&sum](pid_t child) {
    if (sum) *sum += peak_resident_bytes(child).value_or(0);
  });
  return sum;
}

std::int64_t descendants_cpu_ns(std::optional<pid_t> without) {
  rusage waited_for{};
  ::getrusage(RUSAGE_CHILDREN, &waited_for);
  std::int64_t sum = ns_of(waited_for.ru_utime) + ns_of(waited_for.ru_stime);
  if (!has_children()) return sum;
  for_each_child(::getpid(), [&](pid_t child) {
    if (child != without) sum += tree_cpu_ns(child);
  });
  return sum;
}

}  // namespace sudoku
