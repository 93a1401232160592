#include "harness/audit/puzzle_filter.h"

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

// Minimal; with a superfluous clue; five solutions; none.
const std::vector<Grid> kPuzzles = {
    kUnique,
    grid_of("81.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
    kFive,
    grid_of("88.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
};

}  // namespace

TEST_CASE("each quality includes the ones before it, and is counted over all blocks",
          "[puzzle_filter]") {
  const auto [quality, selected, left_out, reasons] =
      GENERATE(table<Quality, std::vector<bool>, std::uint64_t, std::string>({
          {Quality::valid, {true, true, true, false}, 2, "2 without a solution"},
          {Quality::unique,
           {true, true, false, false},
           4,
           "2 without a solution, 2 with several solutions"},
          {Quality::minimal,
           {true, false, false, false},
           6,
           "2 without a solution, 2 with several solutions, 2 not minimal"},
      }));
  PuzzleFilter filter(quality, {}, k9x9);
  CHECK(filter.select(boards_of(kPuzzles)) == selected);
  CHECK(filter.select(boards_of(kPuzzles)) == selected);
  CHECK(filter.left_out() == left_out);
  CHECK(filter.reasons() == reasons);
}

TEST_CASE("puzzles that a limit leaves undecided are left out", "[puzzle_filter]") {
  SolveLimits limits;
  limits.max_guesses = 1;
  for (const Quality quality : {Quality::valid, Quality::unique, Quality::minimal}) {
    PuzzleFilter filter(quality, limits, k9x9);
    CHECK(filter.select(boards_of(std::vector<Grid>{kPuzzles[0]})) == std::vector{false});
    CHECK(filter.reasons() == "1 undecided within the time limit");
  }
}

}  // namespace sudoku
