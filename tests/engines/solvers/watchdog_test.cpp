#include "engines/solvers/watchdog.h"

#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku::solvers {

// Real time is the subject. A watchdog checks every few milliseconds and has a minute here.
TEST_CASE("a watchdog interrupts a search at a limit and not before", "[solvers]") {
  using namespace std::chrono_literals;
  using Clock = std::chrono::steady_clock;
  const int kind = GENERATE(0, 1, 2);
  INFO("limit " << kind);
  std::atomic<bool> stop{false};
  SolveLimits limits = limit_of(0);
  if (kind == 0) limits.max_time = 10ms;
  if (kind == 1) limits.deadline = Clock::now() + 10ms;
  if (kind == 2) limits.stop = &stop;
  SolveResult result;
  SearchMonitor monitor(limits, {{&result, 1}, {}}, nullptr);
  REQUIRE(monitor.begin(0));
  monitor.poll();
  std::atomic<bool> is_over{false};
  const Watchdog watchdog(monitor, [&is_over] { is_over = true; });
  if (kind == 2) {
    std::this_thread::sleep_for(20ms);  // long enough for several checks
    CHECK_FALSE(is_over);
    stop = true;
  }
  const auto end = Clock::now() + 60s;
  while (!is_over && Clock::now() < end) std::this_thread::sleep_for(1ms);
  CHECK(is_over);
  CHECK_FALSE(monitor.poll());
}

}  // namespace sudoku::solvers
