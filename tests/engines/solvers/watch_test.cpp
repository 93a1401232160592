#include "engines/solvers/watch.h"

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

/// Whether a watch interrupts a search that does nothing but wait for that, before long.
bool is_interrupted(const SolveLimits& limits) {
  std::array<SolveResult, 1> result;
  SearchMonitor monitor(limits, {result, {}}, nullptr);
  monitor.begin(0);
  monitor.look();
  std::atomic<bool> is_over{false};
  const Watch watch(monitor, [&is_over] { is_over = true; });
  const auto end = Clock::now() + 60s;
  while (!is_over && Clock::now() < end) std::this_thread::sleep_for(1ms);
  return is_over && !monitor.look();
}

}  // namespace

TEST_CASE("a watch interrupts a search that does not look at the time", "[solvers]") {
  SolveLimits by_time = limit_of(0);
  by_time.max_time = 10ms;
  CHECK(is_interrupted(by_time));
  SolveLimits by_deadline = limit_of(0);
  by_deadline.deadline = Clock::now() + 10ms;
  CHECK(is_interrupted(by_deadline));
}

TEST_CASE("a watch interrupts a search that is stopped, and no other", "[solvers]") {
  std::atomic<bool> stop{false};
  SolveLimits limits = limit_of(0);
  limits.stop = &stop;
  std::array<SolveResult, 1> result;
  SearchMonitor monitor(limits, {result, {}}, nullptr);
  REQUIRE(monitor.begin(0));
  std::atomic<bool> is_over{false};
  const Watch watch(monitor, [&is_over] { is_over = true; });
  std::this_thread::sleep_for(20ms);
  CHECK_FALSE(is_over);
  stop = true;
  const auto end = Clock::now() + 60s;
  while (!is_over && Clock::now() < end) std::this_thread::sleep_for(1ms);
  CHECK(is_over);
}

}  // namespace sudoku::solvers
