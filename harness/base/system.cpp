#include "harness/base/system.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <system_error>

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace sudoku {
namespace {

std::atomic<bool> g_interrupted{false};
std::atomic<int> g_descriptor{-1};
std::atomic<std::int64_t> g_first_ns{0};  // time of the first signal; 0: none came
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler uses them");

// Calls async-signal-safe functions only.
extern "C" void on_interrupt(int number) {
  // GNU timeout signals the program and then its process group.
  constexpr std::int64_t kSameSignalNs = 500'000'000;
  const int old_errno = errno;
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t now_ns = 1'000'000'000 * std::int64_t{now.tv_sec} + now.tv_nsec;
  std::int64_t first_ns = 0;
  if (!g_first_ns.compare_exchange_strong(first_ns, now_ns) && now_ns - first_ns > kSameSignalNs) {
    ::signal(number, SIG_DFL);
    ::raise(number);  // kills the program when this handler returns
  }
  g_interrupted.store(true, std::memory_order_relaxed);
  const std::uint64_t one = 1;
  // May fail without a descriptor; the flag is set anyway.
  [[maybe_unused]] const auto written = ::write(g_descriptor.load(), &one, sizeof one);
  errno = old_errno;
}

}  // namespace

std::string signal_name(int number) {
  const char* name = ::sigabbrev_np(number);
  return name != nullptr ? fmt::format("SIG{}", name) : std::to_string(number);
}

std::filesystem::path program_path() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

bool applies(When when, int descriptor) {
  return when == When::always || (when == When::automatic && ::isatty(descriptor) != 0);
}

std::optional<std::size_t> terminal_width(int descriptor) {
  constexpr std::size_t kUsual = 80;  // for a terminal that does not report its width
  if (::isatty(descriptor) == 0) return std::nullopt;
  winsize size{};
  const bool is_known = ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : kUsual;
}

const std::atomic<bool>& interrupted() { return g_interrupted; }

int interrupt_descriptor() { return g_descriptor.load(); }

void watch_interrupts() {
  g_descriptor = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  struct sigaction action {};
  action.sa_handler = on_interrupt;  // without SA_RESTART: blocked reads return
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  // nohup ignores SIGHUP; keep that.
  struct sigaction old {};
  ::sigaction(SIGHUP, nullptr, &old);
  if (old.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);
}

}  // namespace sudoku
