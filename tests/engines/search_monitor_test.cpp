#include "engines/search_monitor.h"

#include <atomic>
#include <chrono>
#include <vector>

#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

using std::chrono::nanoseconds;

/// Visits nodes until the monitor ends the search; false if it lets it run on and on.
bool is_ended(SearchMonitor& monitor) {
  for (int i = 0; i < 100'000'000; ++i) {
    if (!monitor.visit_node()) return true;
  }
  return false;
}

Grid grid_with(std::uint8_t digit) {
  Grid grid;
  grid[0] = digit;
  return grid;
}

}  // namespace

TEST_CASE("without limits a search runs to its end", "[search_monitor]") {
  const SolveLimits limits = limit_of(0);
  SearchMonitor monitor(limits, nullptr);
  SolveResult result;
  REQUIRE(monitor.begin(0, result));
  for (int i = 0; i < 5000; ++i) {
    REQUIRE(monitor.visit_node());
    REQUIRE(monitor.take_guess());
    REQUIRE(monitor.found(Grid{}));
  }
  CHECK(result.outcome == Outcome::exhausted);
  CHECK(result.guesses == 5000);
  CHECK((result.solutions == 5000));
}

TEST_CASE("the search ends with the last solution that was asked for", "[search_monitor]") {
  const SolveLimits limits = limit_of(2);
  SearchMonitor monitor(limits, nullptr);
  SolveResult result;
  REQUIRE(monitor.begin(0, result));
  CHECK(monitor.found(grid_with(1)));
  CHECK(result.outcome == Outcome::exhausted);
  CHECK_FALSE(monitor.found(grid_with(2)));
  CHECK(result.outcome == Outcome::solution_limit);
  CHECK((result.solutions == 2));
  CHECK(result.first_solution == grid_with(1));
}

TEST_CASE("a guess more than allowed ends the search and is not counted", "[search_monitor]") {
  SolveLimits limits;
  limits.max_guesses = 2;
  SearchMonitor monitor(limits, nullptr);
  SolveResult result;
  REQUIRE(monitor.begin(0, result));
  CHECK(monitor.take_guess());
  CHECK(monitor.take_guess());
  CHECK(result.outcome == Outcome::exhausted);
  CHECK_FALSE(monitor.take_guess());
  CHECK(result.outcome == Outcome::guess_limit);
  CHECK(result.guesses == 2);
}

TEST_CASE("a result used before is written anew", "[search_monitor]") {
  SolveLimits limits = limit_of(1);
  limits.max_guesses = 1;
  SearchMonitor monitor(limits, nullptr);
  SolveResult result{7, 8, Outcome::timeout, grid_with(1)};
  REQUIRE(monitor.begin(0, result));
  CHECK((result.solutions == 0));
  CHECK(result.guesses == 0);
  CHECK(result.outcome == Outcome::exhausted);
  CHECK(monitor.take_guess());
  CHECK_FALSE(monitor.found(grid_with(2)));
  CHECK(result.first_solution == grid_with(2));
}

TEST_CASE("the sink receives every solution with the index of its puzzle", "[search_monitor]") {
  const SolveLimits limits = limit_of(2);
  SolutionList list;
  SearchMonitor monitor(limits, &list);
  SolveResult result;
  REQUIRE(monitor.begin(3, result));
  monitor.found(grid_with(1));
  monitor.found(grid_with(2));
  REQUIRE(monitor.begin(5, result));
  monitor.found(grid_with(4));
  CHECK(list.puzzles == std::vector<std::size_t>{3, 3, 5});
  CHECK((list.solutions == std::vector<Grid>{grid_with(1), grid_with(2), grid_with(4)}));
}

TEST_CASE("a stop signal ends the search and all that would follow", "[search_monitor]") {
  std::atomic<bool> stop{false};
  SolveLimits limits;
  limits.stop = &stop;
  SearchMonitor monitor(limits, nullptr);
  SolveResult result;
  REQUIRE(monitor.begin(0, result));
  stop = true;
  REQUIRE(is_ended(monitor));
  CHECK(result.outcome == Outcome::stopped);
  stop = false;
  SolveResult next;
  CHECK_FALSE(monitor.begin(1, next));
  CHECK(next.outcome == Outcome::stopped);
}

TEST_CASE("a stop signal set beforehand lets no puzzle begin", "[search_monitor]") {
  const std::atomic<bool> stop{true};
  SolveLimits limits;
  limits.stop = &stop;
  const std::vector<Grid> puzzles(3);
  std::vector<SolveResult> results(3);
  int begun = 0;
  solve_each(puzzles, limits, results, nullptr, [&](const Grid&, SearchMonitor&) { ++begun; });
  CHECK(begun == 0);
  for (const SolveResult& result : results) CHECK(result.outcome == Outcome::stopped);
}

TEST_CASE("the deadline ends the search and all that would follow", "[search_monitor]") {
  SolveLimits limits;
  limits.deadline = std::chrono::steady_clock::now();
  SearchMonitor monitor(limits, nullptr);
  SolveResult result;
  REQUIRE(monitor.begin(0, result));
  REQUIRE(is_ended(monitor));
  CHECK(result.outcome == Outcome::stopped);
  CHECK_FALSE(monitor.begin(1, result));
  CHECK(result.outcome == Outcome::stopped);
}

TEST_CASE("the time of a puzzle ends its search alone", "[search_monitor]") {
  SolveLimits limits;
  limits.max_time = nanoseconds(1);
  SearchMonitor monitor(limits, nullptr);
  for (std::size_t puzzle = 0; puzzle < 3; ++puzzle) {
    SolveResult result;
    REQUIRE(monitor.begin(puzzle, result));
    REQUIRE(is_ended(monitor));
    CHECK(result.outcome == Outcome::timeout);
  }
}

TEST_CASE("each puzzle of a block is searched with its own result", "[search_monitor]") {
  const std::vector<Grid> puzzles{grid_with(1), grid_with(2), grid_with(3)};
  std::vector<SolveResult> results(3);
  solve_each(puzzles, SolveLimits{}, results, nullptr,
             [](const Grid& puzzle, SearchMonitor& monitor) {
               for (int i = 0; i < puzzle[0]; ++i) monitor.take_guess();
               monitor.found(puzzle);
             });
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(results[i].guesses == i + 1);
    CHECK(results[i].first_solution == puzzles[i]);
  }
}

}  // namespace sudoku
