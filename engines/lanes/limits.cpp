#include "engines/lanes/limits.h"

#include <chrono>

namespace sudoku::lanes {

std::int64_t now_ns() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

bool is_stopped(const SolveLimits& limits) { return limits.is_over(); }

std::int64_t max_time_ns(const SolveLimits& limits) { return limits.max_time.count(); }

}  // namespace sudoku::lanes
