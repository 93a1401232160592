#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;

TEST_CASE("ids of Solo are read", "[solo_format]") {
  const std::string board = "1..4..1..4..2..3";
  for (const std::string id : {"2x2:1b4b1b4b2b3", "2x2dt:1b4b1b4b2b3", "  2x2r2m4ade:1b4b1b4b2b3 ",
                               "2x2:1b4b1b4_b2b3", "2x2dx:1aa4b1b4b2b3"}) {
    check_puzzles(id + "\n", {board});
  }
  CHECK(read_text("4x4:zzzzzzzzzv\n").error == "");
  check_puzzles("2x2:1_2_3_4_3_4_1_2d1_2_3_4\n", {"12343412....1234"});
}

TEST_CASE("an invalid id is reported with its position", "[solo_format]") {
  const auto error_of = [](const std::string& text) { return read_text(text).error; };
  CHECK(error_of("2x2:1b4b1b4b2b\n") == ":1:15: 16 cells expected for 4x4, 15 found");
  CHECK(error_of("2x2:1b4b1b4b2b5\n") ==
        ":1:15: 5 is not a cell of an id; use 1 to 4, or a to z for 1 to 26 empty cells");
  CHECK(error_of("2x2:1b4b!b4b2b5\n") ==
        ":1:9: ! is not a cell of an id; use 1 to 4, or a to z for 1 to 26 empty cells");
  CHECK(error_of("2x2:p\n\n2x3:p\n") ==
        ":3:1: boxes of 2x2 expected, 2x3 found; all boards must have the same shape");
  CHECK(error_of("2x2:p\npqr\n") ==
        ":2:1: an id of Solo begins with the shape of the boxes and a colon, as in 3x3:");
}
