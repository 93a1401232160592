#include "engines/search_monitor.h"

#include <array>
#include <functional>

#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

Grid grid_with(std::uint8_t digit) {
  Grid grid;
  grid[0] = digit;
  return grid;
}

/// A monitor with the memory for its answers.
struct MonitorFixture {
  explicit MonitorFixture(const SolveLimits& its_limits, const Shape& shape = k9x9)
      : limits(its_limits), monitor(limits, {results, cells_of(solutions)}, &list, shape) {}

  SolveLimits limits;
  SolutionList list;
  std::array<SolveResult, 6> results;
  std::array<Grid, 6> solutions;
  SearchMonitor monitor;
};

/// Returns how many nodes a search visits until the monitor ends it, in steps of `step` nodes.
std::uint32_t nodes_to_end(SearchMonitor& monitor, std::uint32_t step = 1) {
  constexpr std::uint32_t kMost = 100'000'000;
  std::uint32_t nodes = step;
  while (nodes < kMost && monitor.visit_nodes(step)) nodes += step;
  REQUIRE(nodes < kMost);
  return nodes;
}

}  // namespace

TEST_CASE("a search stops at the limit of solutions and keeps the first", "[search_monitor]") {
  MonitorFixture search(limit_of(2));
  search.results[3] = {7, 8, Outcome::timeout};  // is overwritten
  REQUIRE(search.monitor.begin(3));
  CHECK(search.monitor.found(grid_with(1)));
  CHECK(search.results[3].outcome == Outcome::exhausted);
  CHECK_FALSE(search.monitor.found(Board(grid_with(2))));
  CHECK(search.results[3].outcome == Outcome::solution_limit);
  CHECK((search.results[3].solutions == 2));
  CHECK(search.results[3].guesses == 0);
  CHECK(search.solutions[3] == grid_with(1));
  REQUIRE(search.monitor.begin(5));
  search.monitor.found(grid_with(4));
  CHECK(search.list.puzzles == std::vector<std::size_t>{3, 3, 5});
  CHECK((search.list.solutions == std::vector<Grid>{grid_with(1), grid_with(2), grid_with(4)}));
}

TEST_CASE("the guess beyond the limit stops the search and is not counted", "[search_monitor]") {
  SolveLimits limits;
  limits.max_guesses = 3;
  for (const bool at_once : {false, true}) {
    MonitorFixture search(limits);
    SearchMonitor& monitor = search.monitor;
    REQUIRE(monitor.begin(0));
    CHECK(monitor.take_guess());
    CHECK(monitor.take_guesses(2));
    CHECK(search.results[0].outcome == Outcome::exhausted);
    CHECK_FALSE((at_once ? monitor.take_guesses(9) : monitor.take_guess()));
    CHECK(search.results[0].outcome == Outcome::guess_limit);
    CHECK(search.results[0].guesses == 3);
  }
}

TEST_CASE("limits end a search, and a stop ends all later ones", "[search_monitor]") {
  std::atomic<bool> stop{false};
  struct {
    std::function<void(SolveLimits&)> set;
    Outcome outcome;
  } const cases[] = {
      {[&](SolveLimits& limits) { limits.stop = &stop; }, Outcome::stopped},
      {[](SolveLimits& limits) { limits.deadline = std::chrono::steady_clock::now(); },
       Outcome::stopped},
      {[](SolveLimits& limits) { limits.max_time = std::chrono::nanoseconds(1); },
       Outcome::timeout},
  };
  for (const auto& [set, outcome] : cases) {
    SolveLimits limits;
    set(limits);
    for (const bool polls : {false, true}) {
      MonitorFixture search(limits);
      stop = false;
      for (std::size_t puzzle = 0; puzzle < 2; ++puzzle) {
        const bool may_begin = puzzle == 0 || outcome == Outcome::timeout;
        REQUIRE(search.monitor.begin(puzzle) == may_begin);
        stop = true;
        if (may_begin && polls) {
          // The time of a puzzle starts at its first check.
          while (search.monitor.poll()) REQUIRE(outcome == Outcome::timeout);
          CHECK(search.monitor.is_limit_reached());
        } else if (may_begin) {
          nodes_to_end(search.monitor);
        }
        stop = false;
        CHECK(search.results[puzzle].outcome == outcome);
      }
    }
  }
}

TEST_CASE("nodes visited together count separately", "[search_monitor]") {
  std::atomic<bool> stop{false};
  const auto nodes = [&](const Shape& shape, std::uint32_t step) {
    SolveLimits limits = limit_of(0);
    limits.stop = &stop;
    MonitorFixture search(limits, shape);
    stop = false;
    REQUIRE(search.monitor.begin(0));
    stop = true;
    return nodes_to_end(search.monitor, step);
  };
  const std::uint32_t one_by_one = nodes(k9x9, 1);
  for (const std::uint32_t step : {2U, 3U, 7U}) {
    CHECK(nodes(k9x9, step) >= one_by_one);
    CHECK(nodes(k9x9, step) < one_by_one + step);
  }
  CHECK(nodes({6, 6}, 1) <= 8);  // nodes of larger boards take longer
}

TEST_CASE("on larger boards the time is checked before each puzzle", "[search_monitor]") {
  SolveLimits limits;
  limits.deadline = std::chrono::steady_clock::now();
  MonitorFixture late(limits, {2, 5});
  CHECK_FALSE(late.monitor.begin(0));
  CHECK(late.results[0].outcome == Outcome::stopped);
}

}  // namespace sudoku
