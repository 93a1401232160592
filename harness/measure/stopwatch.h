#pragma once

#include <chrono>
#include <ctime>

#include <sys/resource.h>

#include "harness/measure/event_counters.h"
#include "harness/measure/system_monitor.h"

namespace sudoku {

/// Returns the time of a clock of the system in nanoseconds.
inline std::int64_t clock_ns(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Returns what the calling thread used.
inline rusage thread_usage() {
  rusage usage{};
  ::getrusage(RUSAGE_THREAD, &usage);
  return usage;
}

/// Clocks and counters that measure engines and detect interference. Tests replace them.
/// Thread-safe.
class Stopwatch {
 public:
  virtual ~Stopwatch() = default;
  /// Monotonic time since an arbitrary point.
  virtual std::int64_t wall_ns() = 0;
  /// CPU time of the calling thread.
  virtual std::int64_t thread_cpu_ns() = 0;
  /// Number of involuntary context switches of the calling thread.
  virtual std::int64_t involuntary_switches() = 0;
  /// Number of times that the calling thread waited, if a wait shows that the engine used helpers.
  /// Constant if waits show nothing.
  virtual std::int64_t counted_waits() { return 0; }
  virtual SystemCounters system_counters() = 0;
  /// Event counters of the calling thread. The first call on a thread opens them.
  virtual EventReading events() = 0;
  /// Returns why there are no event counters; empty if there are.
  virtual std::string events_unavailable_reason() = 0;
  virtual EnergyReading energy() = 0;
};

class SystemStopwatch : public Stopwatch {
 public:
  std::int64_t wall_ns() override {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
  std::int64_t thread_cpu_ns() override { return clock_ns(CLOCK_THREAD_CPUTIME_ID); }
  std::int64_t involuntary_switches() override { return thread_usage().ru_nivcsw; }
  SystemCounters system_counters() override { return monitor_.read(); }
  EventReading events() override;
  std::string events_unavailable_reason() override;
  EnergyReading energy() override { return energy_.read(); }

 private:
  SystemMonitor monitor_;
  EnergyMonitor energy_;
};

/// Time that one reading of a clock takes.
struct ClockCosts {
  std::int64_t wall_ns = 0;        ///< wall clock
  std::int64_t thread_cpu_ns = 0;  ///< CPU clock of a thread
};

/// Measures the costs. Rare slow readings have no effect.
ClockCosts clock_costs(Stopwatch& stopwatch);

/// Returns the CPU time of a fixed piece of work that uses all units of a core. It changes with the
/// clock frequency and with the load on the other thread of the core. Takes about 10 us.
std::int64_t reference_work_ns(Stopwatch& stopwatch);

}  // namespace sudoku
