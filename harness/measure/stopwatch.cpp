#include "harness/measure/stopwatch.h"

#include <algorithm>
#include <array>

namespace sudoku {
namespace {

/// Returns the median of many means, because a clock may have a coarser resolution than its cost.
template <typename Clock>
std::int64_t cost_of(Clock clock) {
  constexpr int kReadings = 32;
  std::array<std::int64_t, 101> costs{};
  std::int64_t begin_ns = clock();
  for (std::int64_t& cost : costs) {
    for (int i = 1; i < kReadings; ++i) clock();
    const std::int64_t end_ns = clock();
    cost = (end_ns - begin_ns + kReadings / 2) / kReadings;
    begin_ns = end_ns;
  }
  std::ranges::nth_element(costs, costs.begin() + costs.size() / 2);
  return costs[costs.size() / 2];
}

}  // namespace

EventReading SystemStopwatch::events() {
  thread_local const EventCounters counters = EventCounters::of_this_thread();
  return counters.read();
}

std::string SystemStopwatch::events_unavailable_reason() {
  return EventCounters::of_this_thread().unavailable_reason();
}

ClockCosts clock_costs(Stopwatch& stopwatch) {
  return {cost_of([&] { return stopwatch.wall_ns(); }),
          cost_of([&] { return stopwatch.thread_cpu_ns(); })};
}

std::int64_t reference_work_ns(Stopwatch& stopwatch) {
  constexpr int kSteps = 4'000;
  const std::int64_t begin_ns = stopwatch.thread_cpu_ns();
  volatile std::uint64_t sink = 1;
  // Independent chains use all units of the core.
  std::array<std::uint64_t, 6> chains{sink + 1, sink + 2, sink + 3, sink + 4, sink + 5, sink + 6};
  for (int i = 0; i < kSteps; ++i) {
    for (std::uint64_t& chain : chains) {
      chain ^= chain << 13;
      chain ^= chain >> 7;
      chain ^= chain << 17;
    }
  }
  for (const std::uint64_t chain : chains) sink = sink + chain;
  return stopwatch.thread_cpu_ns() - begin_ns;
}

}  // namespace sudoku
