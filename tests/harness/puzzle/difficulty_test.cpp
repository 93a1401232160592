#include "harness/puzzle/difficulty.h"

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

const Grid kEasy =
    grid_of("....3175.21.5...83..........2...6...3.64....7.7..58..4....7...8.....25....8.....6");
const Grid kMedium =
    grid_of("4.87..63.2...9.....37.....8......7..96...1.838...5............5...1..4.61....9...");
const Grid kHard =
    grid_of("..2......819..4..6....2.1....7....52...4.6.8..36.8.......6...45....91.3...8..5...");
const Grid kMined =  // the first of datasets/extreme.txt
    grid_of("...9...8.6...7.1..42.........6...7..89.7.2..4.....4...2....7......5..6......3..71");

}  // namespace

TEST_CASE("a rating depends on the techniques that solve the puzzle", "[difficulty]") {
  DifficultyRater rater;
  CHECK(rater.rate(kEasy) == Difficulty::easy);
  CHECK(rater.rate(kMedium) == Difficulty::medium);
  CHECK(rater.rate(kHard) == Difficulty::hard);
  CHECK(rater.rate(kUnique) == Difficulty::extreme);
}

TEST_CASE("exceeds agrees with the median", "[difficulty]") {
  DifficultyRater rater;
  for (const Grid& puzzle : {kEasy, kMedium, kHard, kUnique, kMined}) {
    const double median = rater.median_guesses(puzzle);
    for (const double bar :
         {0.0, 0.5, 1.0, median / 2, median - 1, median - 0.5, median, median + 0.5, median + 2}) {
      if (bar < 0) continue;
      INFO(format_line(puzzle) << " " << bar);
      CHECK(rater.exceeds(puzzle, bar) == (median > bar));
    }
  }
  CHECK(rater.median_guesses(kMedium) == 0);
  CHECK(rater.median_guesses(kUnique) > DifficultyRater::kHardGuesses);
}

}  // namespace sudoku
