#include "engines/grid.h"

#include <string>

#include "tests/catch.h"

using sudoku::Grid;

TEST_CASE("a line of 81 cells is read and written back", "[grid]") {
  const std::string text =
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
  Grid grid;
  REQUIRE(sudoku::parse_line(text, grid) == sudoku::kCells);
  CHECK(grid[0] == 8);
  CHECK(grid[80] == 0);
  CHECK(sudoku::clue_count(grid) == 21);
  CHECK(sudoku::format_line(grid) == text);
  CHECK(sudoku::parse_line(text + "k", grid) == sudoku::kCells);
}

TEST_CASE("eight marks stand for an empty cell", "[grid]") {
  std::string text(sudoku::kCells, '1');
  text.replace(0, 8, ".0-_*?xX");
  Grid grid;
  REQUIRE(sudoku::parse_line(text, grid) == sudoku::kCells);
  CHECK(sudoku::clue_count(grid) == sudoku::kCells - 8);
  for (int cell = 0; cell < 8; ++cell) CHECK(grid[cell] == 0);
}

TEST_CASE("the length of a short line is returned", "[grid]") {
  Grid grid;
  CHECK(sudoku::parse_line("", grid) == 0);
  CHECK(sudoku::parse_line("123", grid) == 3);
  CHECK(sudoku::parse_line(std::string(80, '.'), grid) == 80);
}

TEST_CASE("a character is parsed alone as in a line, and the first invalid one is reported",
          "[grid]") {
  for (int code = 0; code < 256; ++code) {
    const auto c = static_cast<char>(code);
    for (std::size_t position = 0; position < sudoku::kCells; ++position) {
      std::string text(sudoku::kCells, '5');
      text[position] = c;
      Grid grid;
      const std::size_t end = sudoku::parse_line(text, grid);
      REQUIRE(end == (sudoku::is_cell(c) ? sudoku::kCells : position));
      if (sudoku::is_cell(c)) REQUIRE(grid[static_cast<int>(position)] == sudoku::parse_cell(c));
    }
  }
}
