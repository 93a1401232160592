#include "harness/measure/interference.h"

#include <algorithm>

namespace sudoku {
namespace {

bool is_crowded(const SystemPeriod& period) {
  return std::min(period.begin.runnable, period.end.runnable) > period.processors;
}

}  // namespace

bool is_interfered(const EngineSample& sample) {
  // For interrupts and the clocks.
  constexpr std::int64_t kToleratedNs = 20'000;
  // The threads of the kernel cause some switches on every CPU.
  constexpr std::int64_t kToleratedSwitches = 2;
  constexpr std::int64_t kSwitchIntervalNs = 20'000'000;
  const std::int64_t lost_ns = sample.cpu_ns == 0 ? 0 : sample.wall_ns - sample.cpu_ns;
  return lost_ns > sample.wall_ns / kToleratedShare + kToleratedNs ||
         sample.switches > sample.wall_ns / kSwitchIntervalNs + kToleratedSwitches;
}

bool is_interfered(const SystemPeriod& period) {
  const auto held_back_ns = (period.end.stolen_ns - period.begin.stolen_ns) +
                            (period.end.throttled_ns - period.begin.throttled_ns);
  return held_back_ns > period.wall_ns * period.processors / kToleratedShare || is_crowded(period);
}

Disturbance disturbance_of(const EngineSample& sample, const SystemPeriod& period) {
  Disturbance disturbance;
  if (sample.cpu_ns != 0) {
    disturbance.wall_ns = sample.wall_ns;
    disturbance.cpu_ns = std::min(sample.cpu_ns, sample.wall_ns);
  }
  disturbance.processors_ns = period.wall_ns * period.processors;
  disturbance.stolen_ns = period.end.stolen_ns - period.begin.stolen_ns;
  disturbance.throttled_ns = period.end.throttled_ns - period.begin.throttled_ns;
  disturbance.crowded = is_crowded(period) ? 1 : 0;
  return disturbance;
}

void mark_interference(const SystemPeriod& period, std::span<EngineSample> engines) {
  const bool are_all_interfered = is_interfered(period);
  for (EngineSample& engine : engines) {
    engine.is_interfered = are_all_interfered || is_interfered(engine);
    if (engine.is_interfered) engine.disturbance = disturbance_of(engine, period);
  }
}

}  // namespace sudoku
