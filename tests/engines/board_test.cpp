#include "engines/board.h"

#include <array>
#include <numeric>

#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {

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

TEST_CASE("up to side 61 every digit has its own symbol", "[board]") {
  std::vector<std::uint8_t> cells(Shape{1, 61}.cells());
  std::iota(cells.begin(), cells.begin() + 62, std::uint8_t{0});
  const std::string line = format_line({{1, 61}, cells});
  CHECK(line.size() == cells.size());
  CHECK(line.substr(0, 62) == ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
}

TEST_CASE("the cells of larger boards are numbers", "[board]") {
  std::vector<std::uint8_t> cells(Shape{1, 62}.cells());
  cells[1] = 7;
  cells.back() = 62;
  const std::string line = format_line({{1, 62}, cells});
  CHECK(line.starts_with("0 7 0 "));
  CHECK(line.ends_with(" 0 62"));
  CHECK(line.size() == 2 * cells.size());
  std::ranges::fill(cells, std::uint8_t{10});
  CHECK(format_line({{1, 62}, cells}).size() + 1 == longest_line({1, 62}));
}

TEST_CASE("a cell may have the digits that its clue and candidates allow", "[board]") {
  const std::array<std::uint8_t, 4> cells{0, 1, 2, 0};
  CHECK(Board{{1, 2}, cells}.allowed(0) == 0b11);
  CHECK(Board{{1, 2}, cells}.allowed(1) == 0b01);
  const std::array<Digits, 4> candidates{0b10, 0b11, 0b01, 0};
  const Board board{{1, 2}, cells, candidates};
  CHECK(board.allowed(0) == 0b10);
  CHECK(board.allowed(1) == 0b01);
  CHECK(board.allowed(2) == 0);
  CHECK(board.allowed(3) == 0);
  CHECK(format_line(board) == ".21.....");
  CHECK_FALSE(board == Board{{1, 2}, cells});
  CHECK(all_digits({8, 8}) == ~Digits{0});
}

TEST_CASE("boards are stored consecutively, with their candidates", "[board]") {
  std::array<std::uint8_t, 12> cells{};
  std::iota(cells.begin(), cells.end(), std::uint8_t{0});
  std::array<Digits, 12> candidates{};
  std::iota(candidates.begin(), candidates.end(), Digits{0});
  const Boards boards{{1, 2}, cells, candidates};
  CHECK(boards.have_candidates());
  REQUIRE(boards.size() == 3);
  CHECK(boards[2][0] == 8);
  CHECK(boards[2].cells.size() == 4);
  CHECK(boards.subspan(1, 2)[1] == boards[2]);
  CHECK_FALSE(boards[1] == boards[2]);
  CHECK(boards[2].candidates[3] == 11);
  CHECK(boards.subspan(1, 2)[0].candidates[0] == 4);
  CHECK(Boards(boards[1])[0] == boards[1]);
  CHECK_FALSE(Boards{{1, 2}, cells}.subspan(1, 2).have_candidates());
}

}  // namespace sudoku
