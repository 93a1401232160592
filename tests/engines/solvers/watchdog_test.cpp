#include "engines/solvers/watchdog.h"

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku::solvers {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// Real time is the subject. A watchdog checks every few milliseconds and has a minute here.

/// Returns whether a watchdog interrupts a search that only waits.
bool is_interrupted(const SolveLimits& limits) {
  std::array<SolveResult, 1> result;
  SearchMonitor monitor(limits, {result, {}}, nullptr);
  monitor.begin(0);
  monitor.poll();
  std::atomic<bool> is_over{false};
  const Watchdog watchdog(monitor, [&is_over] { is_over = true; });
  const auto end = Clock::now() + 60s;
  while (!is_over && Clock::now() < end) std::this_thread::sleep_for(1ms);
  return is_over && !monitor.poll();
}

}  // namespace

TEST_CASE("a watchdog interrupts a search after its time or deadline", "[solvers]") {
  SolveLimits by_time = limit_of(0);
  by_time.max_time = 10ms;
  CHECK(is_interrupted(by_time));
  SolveLimits by_deadline = limit_of(0);
  by_deadline.deadline = Clock::now() + 10ms;
  CHECK(is_interrupted(by_deadline));
}

TEST_CASE("a watchdog interrupts a search after the stop signal and not before", "[solvers]") {
  std::atomic<bool> stop{false};
  SolveLimits limits = limit_of(0);
  limits.stop = &stop;
  std::array<SolveResult, 1> result;
  SearchMonitor monitor(limits, {result, {}}, nullptr);
  REQUIRE(monitor.begin(0));
  std::atomic<bool> is_over{false};
  const Watchdog watchdog(monitor, [&is_over] { is_over = true; });
  std::this_thread::sleep_for(20ms);  // long enough for several checks
  CHECK_FALSE(is_over);
  stop = true;
  const auto end = Clock::now() + 60s;
  while (!is_over && Clock::now() < end) std::this_thread::sleep_for(1ms);
  CHECK(is_over);
}

}  // namespace sudoku::solvers
