#include "harness/puzzle/clashing_clues.h"

#include "harness/puzzle/owned_boards.h"
#include "tests/catch.h"

namespace sudoku {
namespace {

/// Describes an empty board with the digit in two cells.
std::string describe_pair(const Shape& shape, std::uint8_t digit, std::size_t a, std::size_t b) {
  BoardList boards(shape);
  boards.resize(1);
  boards.cells_of(0)[a] = digit;
  boards.cells_of(0)[b] = digit;
  return describe_clashing_clues(boards[0]);
}

TEST_CASE("clashing clues are named by digit and house", "[clashing_clues]") {
  CHECK(describe_pair(k9x9, 5, 0, 8) == "two 5s in row 1");
  CHECK(describe_pair(k9x9, 5, 8, 80) == "two 5s in column 9");
  CHECK(describe_pair(k9x9, 5, 30, 40) == "two 5s in box 5");
  CHECK(describe_pair({4, 4}, 16, 255, 0) == "");
  CHECK(describe_pair({4, 4}, 16, 255, 254) == "two Gs in row 16");
  CHECK(describe_pair({8, 8}, 64, 0, 65) == "two 64s in box 1");
  CHECK(describe_pair({1, 9}, 1, 0, 10) == "");
}

}  // namespace
}  // namespace sudoku
