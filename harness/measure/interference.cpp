#include "harness/measure/interference.h"

#include <algorithm>

namespace sudoku {
namespace {

constexpr std::int64_t kToleratedShare = 20;  // one in so many

}  // namespace

bool is_interfered(const EngineSample& sample) {
  // What interrupts and the clocks themselves take.
  constexpr std::int64_t kToleratedNs = 20'000;
  // A thread that has a processor to itself still leaves it for the system's own.
  constexpr std::int64_t kToleratedSwitches = 2;
  constexpr std::int64_t kSwitchIntervalNs = 20'000'000;
  const std::int64_t lost_ns = sample.cpu_ns == 0 ? 0 : sample.wall_ns - sample.cpu_ns;
  return lost_ns > sample.wall_ns / kToleratedShare + kToleratedNs ||
         sample.switches > sample.wall_ns / kSwitchIntervalNs + kToleratedSwitches;
}

bool is_interfered(const SystemPeriod& period) {
  const auto held_back_ns = (period.end.stolen_ns - period.begin.stolen_ns) +
                            (period.end.throttled_ns - period.begin.throttled_ns);
  const bool is_crowded = std::min(period.begin.runnable, period.end.runnable) > period.processors;
  return held_back_ns > period.wall_ns * period.processors / kToleratedShare || is_crowded;
}

}  // namespace sudoku
