#include "engines/lanes/limits.h"

#include <chrono>

namespace sudoku::lanes {

std::int64_t now_ns() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

bool is_stopped(const SolveLimits& limits) {
  if (limits.stop != nullptr && limits.stop->load(std::memory_order_relaxed)) return true;
  return std::chrono::steady_clock::now() >= limits.deadline;
}

std::int64_t max_time_ns(const SolveLimits& limits) {
  return limits.max_time.count();
}

}  // namespace sudoku::lanes
