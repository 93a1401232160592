#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>

namespace sudoku {

/// The clocks that measure engines; tests put their own in place. Every thread may call it.
class Stopwatch {
 public:
  virtual ~Stopwatch() = default;
  /// Monotonic time since an arbitrary point.
  virtual std::int64_t wall_ns() = 0;
  /// CPU time that the calling thread has used.
  virtual std::int64_t thread_cpu_ns() = 0;
};

class SystemStopwatch final : public Stopwatch {
 public:
  std::int64_t wall_ns() override {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
  std::int64_t thread_cpu_ns() override {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  }
};

}  // namespace sudoku
