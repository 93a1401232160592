#include "harness/interrupt.h"

#include <csignal>

namespace sudoku {
namespace {

std::atomic<bool> g_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set it");

extern "C" void on_interrupt(int signal) {
  g_interrupted.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& interrupted() {
  return g_interrupted;
}

void watch_interrupts() {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}

}  // namespace sudoku
