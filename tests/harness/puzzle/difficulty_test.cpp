#include "harness/puzzle/difficulty.h"

#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

constexpr const char* kEasy =
    "....3175.21.5...83..........2...6...3.64....7.7..58..4....7...8.....25....8.....6";
constexpr const char* kMedium =
    "4.87..63.2...9.....37.....8......7..96...1.838...5............5...1..4.61....9...";
constexpr const char* kHard =
    "..2......819..4..6....2.1....7....52...4.6.8..36.8.......6...45....91.3...8..5...";
constexpr const char* kExtreme =  // Arto Inkala's of 2012
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
constexpr const char* kMined =  // the first of datasets/extreme.txt
    "...9...8.6...7.1..42.........6...7..89.7.2..4.....4...2....7......5..6......3..71";

}  // namespace

TEST_CASE("a rating depends on the techniques that solve the puzzle", "[difficulty]") {
  DifficultyRater rater;
  CHECK(rater.rate(grid_of(kEasy)) == Difficulty::easy);
  CHECK(rater.rate(grid_of(kMedium)) == Difficulty::medium);
  CHECK(rater.rate(grid_of(kHard)) == Difficulty::hard);
  CHECK(rater.rate(grid_of(kExtreme)) == Difficulty::extreme);
}

TEST_CASE("exceeds agrees with the median", "[difficulty]") {
  DifficultyRater rater;
  for (const char* puzzle : {kEasy, kMedium, kHard, kExtreme, kMined}) {
    const double median = rater.median_guesses(grid_of(puzzle));
    for (const double bar :
         {0.0, 0.5, 1.0, median / 2, median - 1, median - 0.5, median, median + 0.5, median + 2}) {
      if (bar < 0) continue;
      INFO(puzzle << " " << bar);
      CHECK(rater.exceeds(grid_of(puzzle), bar) == (median > bar));
    }
  }
  CHECK(rater.median_guesses(grid_of(kMedium)) == 0);
  CHECK(rater.median_guesses(grid_of(kExtreme)) > DifficultyRater::kHardGuesses);
}

}  // namespace sudoku
