#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;

TEST_CASE("the third field of a HoDoKu line is the puzzle", "[hodoku_format]") {
  std::string placed = kUnique;
  placed.replace(2, 1, "+4");
  placed.replace(placed.size() - 3, 1, "+1");
  check_puzzles("# library\n:0000:x:" + kUnique + ":::\n:0100:1:" + placed +
                    ":115 216::\n:1402-1:12:" + kUnique + "::111:a comment\n",
                {kUnique, kUnique, kUnique});
}

TEST_CASE("a damaged HoDoKu line is reported with its position", "[hodoku_format]") {
  const std::string good = ":0000:x:" + kUnique + ":::\n";
  CHECK(read_text(good + ":0000:x:" + kUnique.substr(1) + ":::\n").error ==
        ":2:89: 81 cells expected, 80 found");
  std::string placed = kUnique;
  placed[4] = 'k';
  placed.replace(2, 1, "+4");
  CHECK(read_text(good + ":0000:x:" + placed + ":::\n").error.starts_with(":2:14: k is not"));
  CHECK(read_text(good + kUnique + "\n").error ==
        ":2:1: no board between the third and the fourth colon of a HoDoKu line");
}
