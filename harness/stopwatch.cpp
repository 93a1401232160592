#include "harness/stopwatch.h"

#include <algorithm>
#include <array>

namespace sudoku {
namespace {

template <typename Look>
std::int64_t cost_of(Look look) {
  std::array<std::int64_t, 1001> costs{};
  std::int64_t begin_ns = look();
  for (std::int64_t& cost : costs) {
    const std::int64_t end_ns = look();
    cost = end_ns - begin_ns;
    begin_ns = end_ns;
  }
  std::nth_element(costs.begin(), costs.begin() + costs.size() / 2, costs.end());
  return costs[costs.size() / 2];
}

}  // namespace

ClockCosts clock_costs(Stopwatch& stopwatch) {
  return {cost_of([&] { return stopwatch.wall_ns(); }),
          cost_of([&] { return stopwatch.thread_cpu_ns(); })};
}

std::int64_t reference_work_ns(Stopwatch& stopwatch) {
  constexpr int kSteps = 8'000;
  const std::int64_t begin_ns = stopwatch.thread_cpu_ns();
  volatile std::uint64_t seed = 1;
  std::uint64_t value = seed;
  // Each step waits for the one before, so that nothing but the clock makes them faster.
  for (int i = 0; i < kSteps; ++i) value = value * 6364136223846793005U + 1442695040888963407U;
  seed = value;
  return stopwatch.thread_cpu_ns() - begin_ns;
}

}  // namespace sudoku
