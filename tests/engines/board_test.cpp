#include "engines/board.h"

#include <array>
#include <numeric>
#include <vector>

#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {

TEST_CASE("a side has as many cells as a box", "[board]") {
  CHECK(k9x9.side() == 9);
  CHECK(k9x9.cells() == 81);
  CHECK(Shape{2, 3}.side() == 6);
  CHECK(Shape{2, 3}.cells() == 36);
  CHECK(Shape{6, 6}.cells() == kMaxCells);
  CHECK_FALSE(Shape{2, 3} == Shape{3, 2});
}

TEST_CASE("boards are stored consecutively", "[board]") {
  std::array<std::uint8_t, 48> cells{};
  std::iota(cells.begin(), cells.end(), std::uint8_t{0});
  const Boards boards{{2, 2}, cells};
  REQUIRE(boards.size() == 3);
  CHECK(boards[2][0] == 32);
  CHECK(boards[2].cells.size() == 16);
  const Boards last = boards.subspan(1, 2);
  CHECK(last.size() == 2);
  CHECK(last[1] == boards[2]);
  CHECK_FALSE(last[0] == boards[2]);
}

TEST_CASE("grids convert to boards of 9x9 and back", "[board]") {
  std::vector<Grid> grids(3);
  grids[1][80] = 7;
  const Boards boards = boards_of(grids);
  REQUIRE(boards.size() == 3);
  CHECK(boards[1][80] == 7);
  CHECK(&as_grid(boards[1]) == &grids[1]);
  CHECK(grids_of(boards).size() == 3);
  CHECK(Boards(grids[1])[0] == boards[1]);
}

TEST_CASE("every digit of the largest boards has its own symbol", "[board]") {
  std::vector<std::uint8_t> cells(kMaxCells);
  std::iota(cells.begin(), cells.begin() + kMaxSide + 1, std::uint8_t{0});
  CHECK(format_line({{6, 6}, cells}).substr(0, kMaxSide + 1) ==
        ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa");
}

TEST_CASE("clues are the cells with a digit", "[board]") {
  const std::array<std::uint8_t, 16> cells{0, 1, 2, 0, 4};
  CHECK(clue_count({{2, 2}, cells}) == 3);
}

}  // namespace sudoku
