#include "harness/dataset/puzzle_argument.h"

#include <string>

#include "tests/catch.h"

using sudoku::is_puzzle_argument;

namespace {

const std::string kPuzzle =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

}  // namespace

TEST_CASE("an argument with the cells of a board is a puzzle, also almost a 9x9 board",
          "[puzzle_argument]") {
  for (const std::string& text :
       {kPuzzle, "'" + kPuzzle + "'", kPuzzle + " # hard", std::string("1...........4..1"),
        std::string("1.....3..4..1..5.6.....2.....6..3..."), std::string(255, '.') + "G",
        std::string("1 0 0 4 0 0 0 0 0 0 0 0 4 0 0 1"), std::string("1... .... .... 4..1"),
        std::string("3x3:5_3b7d6b1_9_5"), ":0000:x:" + kPuzzle + ":::", kPuzzle.substr(1),
        kPuzzle + "1", kPuzzle.substr(1) + "%"}) {
    INFO(text);
    CHECK(is_puzzle_argument(text));
  }
}

TEST_CASE("names of files are no puzzles", "[puzzle_argument]") {
  for (const char* name :
       {"", "-", "9", "hard.txt", "123456789", "puzzles_hard.txt", "2024-01-01.csv",
        "datasets/hard.txt", "123e4567-e89b-12d3-a456-426614174000",
        "puzzles_from_the_forum_hardest_2024-11-03_with_solutions_v2.csv"}) {
    INFO(name);
    CHECK_FALSE(is_puzzle_argument(name));
  }
  CHECK_FALSE(is_puzzle_argument(kPuzzle.substr(0, 53)));
  CHECK_FALSE(is_puzzle_argument("./" + kPuzzle));
  CHECK_FALSE(is_puzzle_argument(kPuzzle + '\n' + kPuzzle));
}
