#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>
#include <optional>
#include <string>

#include <sys/resource.h>

#include "harness/measure/energy_monitor.h"
#include "harness/measure/event_counts.h"
#include "harness/measure/system_monitor.h"

namespace sudoku {

/// The clocks that measure engines, and the counters that tell whether they ran undisturbed; tests
/// put their own in place. Every thread may call it.
class Stopwatch {
 public:
  virtual ~Stopwatch() = default;
  /// Monotonic time since an arbitrary point.
  virtual std::int64_t wall_ns() = 0;
  /// CPU time that the calling thread has used.
  virtual std::int64_t thread_cpu_ns() = 0;
  /// How often the calling thread had to leave its processor for another.
  virtual std::int64_t involuntary_switches() = 0;
  /// How often the calling thread waited, if the time for which it waits is the engine's. Constant
  /// otherwise.
  virtual std::int64_t counted_waits() { return 0; }
  virtual SystemCounters system_counters() = 0;
  /// Where the counters of the calling thread stand, which begin when it first asks.
  virtual EventReading events() = 0;
  /// Why there are no such counters; empty where there are.
  virtual std::string objection_to_events() = 0;
  virtual EnergyReading energy() = 0;
};

class SystemStopwatch : public Stopwatch {
 public:
  std::int64_t wall_ns() override {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
  std::int64_t thread_cpu_ns() override {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  }
  std::int64_t involuntary_switches() override {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw;
  }
  SystemCounters system_counters() override { return monitor_.read(); }
  EventReading events() override;
  std::string objection_to_events() override;
  EnergyReading energy() override { return energy_.read(); }

 private:
  SystemMonitor monitor_;
  EnergyMonitor energy_;
};

/// What a look at a clock adds to a time that is measured with it.
struct ClockCosts {
  std::int64_t wall_ns = 0;        ///< of the wall clock
  std::int64_t thread_cpu_ns = 0;  ///< of the CPU clock of a thread
};

/// The medians of many looks.
ClockCosts clock_costs(Stopwatch& stopwatch);

/// CPU time of a fixed piece of work that keeps all units of a processor busy: it tells how much of
/// one there is to be had just now, which its clock and a neighbour on the same core change. Takes
/// some ten microseconds.
std::int64_t reference_work_ns(Stopwatch& stopwatch);

}  // namespace sudoku
