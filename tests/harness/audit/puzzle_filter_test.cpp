#include "harness/audit/puzzle_filter.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

// Minimal; with a superfluous clue; five solutions; none.
const std::vector<Grid> kPuzzles = {
    grid_of("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
    grid_of("81.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
    grid_of(".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395..."),
    grid_of("88.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
};

}  // namespace

TEST_CASE("each quality includes the ones before it", "[puzzle_filter]") {
  const auto select = [](Quality quality) {
    PuzzleFilter filter(quality, {}, k9x9);
    std::vector<bool> selected = filter.select(boards_of(kPuzzles));
    CHECK(std::ranges::count(selected, false) ==
          static_cast<std::ptrdiff_t>(filter.left_out().total()));
    return std::pair(selected, to_string(filter.left_out()));
  };
  CHECK(select(Quality::valid) ==
        std::pair(std::vector{true, true, true, false}, std::string("1 without a solution")));
  CHECK(select(Quality::unique) ==
        std::pair(std::vector{true, true, false, false},
                  std::string("1 without a solution, 1 with several solutions")));
  CHECK(select(Quality::minimal) ==
        std::pair(std::vector{true, false, false, false},
                  std::string("1 without a solution, 1 with several solutions, 1 not minimal")));
}

TEST_CASE("puzzles that a limit leaves undecided are left out", "[puzzle_filter]") {
  SolveLimits limits;
  limits.max_guesses = 1;
  for (const Quality quality : {Quality::valid, Quality::unique, Quality::minimal}) {
    PuzzleFilter filter(quality, limits, k9x9);
    CHECK(filter.select(boards_of(std::vector<Grid>{kPuzzles[0]})) == std::vector{false});
    CHECK(filter.left_out().undecided == 1);
  }
}

TEST_CASE("a filter counts over all blocks", "[puzzle_filter]") {
  PuzzleFilter filter(Quality::unique, {}, k9x9);
  filter.select(boards_of(kPuzzles));
  filter.select(boards_of(kPuzzles));
  CHECK(filter.left_out().several_solutions == 2);
}

}  // namespace sudoku
