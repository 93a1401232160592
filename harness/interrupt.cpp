#include "harness/interrupt.h"

#include <csignal>

namespace sudoku {
namespace {

std::atomic<bool> g_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set it");

extern "C" void on_interrupt(int) {
  g_interrupted.store(true, std::memory_order_relaxed);
}

}  // namespace

const std::atomic<bool>& interrupted() {
  return g_interrupted;
}

void watch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // and no SA_RESTART: who waits for input wakes
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

}  // namespace sudoku
