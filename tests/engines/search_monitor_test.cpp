#include "engines/search_monitor.h"

#include <array>
#include <atomic>
#include <chrono>
#include <vector>

#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

using std::chrono::nanoseconds;

/// Visits nodes until the monitor stops the search. Returns false if it never does.
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

/// Memory for answers.
struct AnswerRoom {
  std::array<SolveResult, 6> results;
  std::array<Grid, 6> solutions;

  Answers answers() { return {results, cells_of(solutions)}; }
};

}  // namespace

TEST_CASE("without limits a search is exhaustive", "[search_monitor]") {
  const SolveLimits limits = limit_of(0);
  AnswerRoom room;
  SearchMonitor monitor(limits, room.answers(), nullptr);
  REQUIRE(monitor.begin(0));
  for (int i = 0; i < 5000; ++i) {
    REQUIRE(monitor.visit_node());
    REQUIRE(monitor.take_guess());
    REQUIRE(monitor.found(Grid{}));
  }
  CHECK(room.results[0].outcome == Outcome::exhausted);
  CHECK(room.results[0].guesses == 5000);
  CHECK((room.results[0].solutions == 5000));
}

TEST_CASE("polling detects a passed deadline at once", "[search_monitor]") {
  SolveLimits limits = limit_of(0);
  AnswerRoom room;
  SearchMonitor free_monitor(limits, room.answers(), nullptr);
  REQUIRE(free_monitor.begin(0));
  CHECK(free_monitor.poll());
  limits.deadline = std::chrono::steady_clock::now();
  SearchMonitor monitor(limits, room.answers(), nullptr);
  REQUIRE(monitor.begin(1));
  CHECK_FALSE(monitor.poll());
  CHECK(room.results[1].outcome == Outcome::stopped);
}

TEST_CASE("the search stops at the limit of solutions", "[search_monitor]") {
  const SolveLimits limits = limit_of(2);
  AnswerRoom room;
  SearchMonitor monitor(limits, room.answers(), nullptr);
  REQUIRE(monitor.begin(0));
  CHECK(monitor.found(grid_with(1)));
  CHECK(room.results[0].outcome == Outcome::exhausted);
  CHECK_FALSE(monitor.found(grid_with(2)));
  CHECK(room.results[0].outcome == Outcome::solution_limit);
  CHECK((room.results[0].solutions == 2));
  CHECK(room.solutions[0] == grid_with(1));
}

TEST_CASE("the guess beyond the limit stops the search and is not counted", "[search_monitor]") {
  SolveLimits limits;
  limits.max_guesses = 2;
  AnswerRoom room;
  SearchMonitor monitor(limits, room.answers(), nullptr);
  REQUIRE(monitor.begin(0));
  CHECK(monitor.take_guess());
  CHECK(monitor.take_guess());
  CHECK(room.results[0].outcome == Outcome::exhausted);
  CHECK_FALSE(monitor.take_guess());
  CHECK(room.results[0].outcome == Outcome::guess_limit);
  CHECK(room.results[0].guesses == 2);
}

TEST_CASE("an old result is overwritten", "[search_monitor]") {
  SolveLimits limits = limit_of(1);
  limits.max_guesses = 1;
  AnswerRoom room;
  SearchMonitor monitor(limits, room.answers(), nullptr);
  room.results[0] = {7, 8, Outcome::timeout};
  REQUIRE(monitor.begin(0));
  CHECK((room.results[0].solutions == 0));
  CHECK(room.results[0].guesses == 0);
  CHECK(room.results[0].outcome == Outcome::exhausted);
  CHECK(monitor.take_guess());
  CHECK_FALSE(monitor.found(grid_with(2)));
  CHECK(room.solutions[0] == grid_with(2));
}

TEST_CASE("the sink receives every solution with the index of its puzzle", "[search_monitor]") {
  const SolveLimits limits = limit_of(2);
  SolutionList list;
  AnswerRoom room;
  SearchMonitor monitor(limits, room.answers(), &list);
  REQUIRE(monitor.begin(3));
  monitor.found(grid_with(1));
  monitor.found(grid_with(2));
  REQUIRE(monitor.begin(5));
  monitor.found(grid_with(4));
  CHECK(list.puzzles == std::vector<std::size_t>{3, 3, 5});
  CHECK((list.solutions == std::vector<Grid>{grid_with(1), grid_with(2), grid_with(4)}));
}

TEST_CASE("a stop signal stops the search and all later ones", "[search_monitor]") {
  std::atomic<bool> stop{false};
  SolveLimits limits;
  limits.stop = &stop;
  AnswerRoom room;
  SearchMonitor monitor(limits, room.answers(), nullptr);
  REQUIRE(monitor.begin(0));
  stop = true;
  REQUIRE(is_ended(monitor));
  CHECK(room.results[0].outcome == Outcome::stopped);
  stop = false;
  CHECK_FALSE(monitor.begin(1));
  CHECK(room.results[1].outcome == Outcome::stopped);
}

TEST_CASE("an earlier stop signal prevents every search", "[search_monitor]") {
  const std::atomic<bool> stop{true};
  SolveLimits limits;
  limits.stop = &stop;
  const std::vector<Grid> puzzles(3);
  std::vector<SolveResult> results(3);
  int started = 0;
  solve_each(boards_of(puzzles), limits, {results, {}}, nullptr,
             [&](const Grid&, SearchMonitor&) { ++started; });
  CHECK(started == 0);
  for (const SolveResult& result : results) CHECK(result.outcome == Outcome::stopped);
}

TEST_CASE("a deadline stops the search and all later ones", "[search_monitor]") {
  SolveLimits limits;
  limits.deadline = std::chrono::steady_clock::now();
  AnswerRoom room;
  SearchMonitor monitor(limits, room.answers(), nullptr);
  REQUIRE(monitor.begin(0));
  REQUIRE(is_ended(monitor));
  CHECK(room.results[0].outcome == Outcome::stopped);
  CHECK_FALSE(monitor.begin(1));
  CHECK(room.results[1].outcome == Outcome::stopped);
}

TEST_CASE("a time limit per puzzle stops only the search of this puzzle", "[search_monitor]") {
  SolveLimits limits;
  limits.max_time = nanoseconds(1);
  AnswerRoom room;
  SearchMonitor monitor(limits, room.answers(), nullptr);
  for (std::size_t puzzle = 0; puzzle < 3; ++puzzle) {
    REQUIRE(monitor.begin(puzzle));
    REQUIRE(is_ended(monitor));
    CHECK(room.results[puzzle].outcome == Outcome::timeout);
  }
}

TEST_CASE("nodes visited together count separately", "[search_monitor]") {
  const auto nodes_to_look = [](std::uint32_t step) {
    SolveLimits limits = limit_of(0);
    std::atomic<bool> is_stopped = false;
    limits.stop = &is_stopped;
    AnswerRoom room;
    SearchMonitor monitor(limits, room.answers(), nullptr);
    REQUIRE(monitor.begin(0));
    is_stopped = true;
    std::uint32_t nodes = step;
    while (monitor.visit_nodes(step)) nodes += step;
    CHECK(room.results[0].outcome == Outcome::stopped);
    return nodes;
  };
  const std::uint32_t one_by_one = nodes_to_look(1);
  for (const std::uint32_t step : {2U, 3U, 7U}) {
    CHECK(nodes_to_look(step) >= one_by_one);
    CHECK(nodes_to_look(step) < one_by_one + step);
  }
}

TEST_CASE("on larger boards the time is checked before each puzzle and more often",
          "[search_monitor]") {
  SolveLimits limits;
  limits.deadline = std::chrono::steady_clock::now();
  AnswerRoom room;
  SearchMonitor late(limits, room.answers(), nullptr, {2, 5});
  CHECK_FALSE(late.begin(0));
  CHECK(room.results[0].outcome == Outcome::stopped);

  limits.deadline = std::chrono::steady_clock::time_point::max();
  std::atomic<bool> stop{false};
  limits.stop = &stop;
  SearchMonitor monitor(limits, room.answers(), nullptr, {6, 6});
  REQUIRE(monitor.begin(0));
  stop = true;
  int nodes = 0;
  while (monitor.visit_node()) ++nodes;
  CHECK(nodes < 8);
}

TEST_CASE("each puzzle of a block has its own result", "[search_monitor]") {
  const std::vector<Grid> puzzles{grid_with(1), grid_with(2), grid_with(3)};
  AnswerRoom room;
  solve_each(boards_of(puzzles), SolveLimits{}, room.answers(), nullptr,
             [](const Grid& puzzle, SearchMonitor& monitor) {
               for (int i = 0; i < puzzle[0]; ++i) monitor.take_guess();
               monitor.found(puzzle);
             });
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(room.results[i].guesses == i + 1);
    CHECK(room.solutions[i] == puzzles[i]);
  }
}

TEST_CASE("memory for solutions is optional", "[search_monitor]") {
  AnswerRoom room;
  SolutionList list;
  const SolveLimits limits = limit_of(0);
  SearchMonitor monitor(limits, {room.results, {}}, &list);
  REQUIRE(monitor.begin(0));
  monitor.found(grid_with(1));
  CHECK((room.results[0].solutions == 1));
  CHECK(list.solutions.size() == 1);
}

}  // namespace sudoku
