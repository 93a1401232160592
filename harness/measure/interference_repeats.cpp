#include "harness/measure/interference_repeats.h"

#include <algorithm>

namespace sudoku {

bool is_interfered(const EngineSample& sample) {
  // The threads of the kernel cause some switches on every CPU.
  constexpr std::int64_t kToleratedSwitches = 2;
  constexpr std::int64_t kSwitchIntervalNs = 20'000'000;
  const std::int64_t lost_ns = sample.cpu_ns == 0 ? 0 : sample.wall_ns - sample.cpu_ns;
  return lost_ns > tolerated_loss_ns(sample.wall_ns) ||
         sample.switches > sample.wall_ns / kSwitchIntervalNs + kToleratedSwitches;
}

bool is_interfered(const SystemPeriod& period) {
  const bool is_crowded = std::min(period.begin.runnable, period.end.runnable) > period.processors;
  const std::int64_t lost_ns = period.stolen_ns() + period.throttled_ns();
  return is_crowded || lost_ns > period.processors_ns() / kToleratedShare;
}

void mark_interference(const SystemPeriod& period, std::span<EngineSample> engines) {
  const bool are_all_interfered = is_interfered(period);
  for (EngineSample& engine : engines) {
    engine.is_interfered = are_all_interfered || is_interfered(engine);
    if (!engine.is_interfered) continue;
    const bool is_known = engine.cpu_ns != 0;
    engine.disturbance = {.wall_ns = is_known ? engine.wall_ns : 0,
                          .cpu_ns = std::min(engine.cpu_ns, engine.wall_ns),
                          .processors_ns = period.processors_ns(),
                          .stolen_ns = period.stolen_ns(),
                          .throttled_ns = period.throttled_ns()};
  }
}

bool InterferenceRepeats::try_repeat(const BlockSample& sample) {
  constexpr unsigned kMostRepeats = 2;
  constexpr std::int64_t kLongestNs = 1'000'000'000;
  constexpr std::uint64_t kFirstRepeats = 4;
  constexpr std::uint64_t kBlocksPerRepeat = 4;
  std::int64_t wall_ns = 0;
  bool is_any_interfered = false;
  for (const EngineSample& engine : sample.engines) {
    if (!std::ranges::all_of(engine.results, is_finished)) return false;
    wall_ns += engine.wall_ns;
    is_any_interfered |= engine.is_interfered;
  }
  if (!is_any_interfered || !sample.faults.empty()) return false;
  if (sample.repeats == kMostRepeats || wall_ns > kLongestNs) return false;
  return repeats_++ < kFirstRepeats + blocks_ / kBlocksPerRepeat;
}

}  // namespace sudoku
