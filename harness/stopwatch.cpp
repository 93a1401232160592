#include "harness/stopwatch.h"

#include <algorithm>
#include <array>

namespace sudoku {

std::int64_t clock_cost_ns(Stopwatch& stopwatch) {
  std::array<std::int64_t, 1001> costs{};
  std::int64_t begin_ns = stopwatch.wall_ns();
  for (std::int64_t& cost : costs) {
    const std::int64_t end_ns = stopwatch.wall_ns();
    cost = end_ns - begin_ns;
    begin_ns = end_ns;
  }
  std::nth_element(costs.begin(), costs.begin() + costs.size() / 2, costs.end());
  return costs[costs.size() / 2];
}

}  // namespace sudoku
