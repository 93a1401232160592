#include "harness/measure/time_budgets.h"

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {

using namespace std::chrono_literals;

TEST_CASE("the longest time of a run comes from the warm-up and the limits", "[time_budgets]") {
  RunPlan plan;
  const auto answer = [](const Grid&, const SolveLimits&, GridAnswer&) {};
  plan.solvers = {fake_solver("fast", answer), fake_solver("slow", answer)};
  const std::vector<double> puzzle_ns{1e6, 1e9};
  CHECK(longest_seconds(plan, 1000, puzzle_ns) == Approx(1 + 1000));
  plan.threads = 2;
  CHECK(longest_seconds(plan, 1000, puzzle_ns) == Approx(0.5 + 500));
  plan.time_limit = 60s;
  CHECK(longest_seconds(plan, 1000, puzzle_ns) == Approx(0.5 + 60));
  plan.slow_limit = SlowLimit{10, 1s, 2s};
  for (Solver& solver : plan.solvers) solver.is_named = false;
  CHECK(longest_seconds(plan, 1000, puzzle_ns) == Approx(0.5 + 5));  // ten times the fastest
  CHECK(longest_seconds(plan, 100, puzzle_ns) == Approx(0.05 + 2));
  plan.solvers[1].is_named = true;
  CHECK(longest_seconds(plan, 100, puzzle_ns) == Approx(0.05 + 50));
}

}  // namespace sudoku
