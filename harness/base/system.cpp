#include "harness/base/system.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace sudoku {
namespace {

std::atomic<bool> g_interrupted{false};
std::atomic<int> g_descriptor{-1};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set it");
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may read it");

extern "C" void on_interrupt(int) {
  const int old_errno = errno;
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

bool applies(When when, int descriptor) {
  return when == When::always || (when == When::automatic && ::isatty(descriptor) != 0);
}

const std::atomic<bool>& interrupted() { return g_interrupted; }

int interrupt_descriptor() { return g_descriptor.load(); }

void watch_interrupts() {
  g_descriptor = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // no SA_RESTART: blocked reads return
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  // nohup ignores SIGHUP; keep that.
  struct sigaction old {};
  ::sigaction(SIGHUP, nullptr, &old);
  if (old.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);
}

}  // namespace sudoku
