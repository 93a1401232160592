#include "engines/rules.h"

#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

const Grid kSolved =
    grid_of("812753649943682175675491283154237896369845721287169534521974368438526917796318452");

/// Returns the grid with digit `rule(r, c)` mod 9 + 1 in row r and column c.
template <typename Rule>
Grid filled_by(Rule rule) {
  Grid grid;
  for (int cell = 0; cell < kCells; ++cell) {
    grid[cell] = static_cast<std::uint8_t>(rule(cell / 9, cell % 9) % 9 + 1);
  }
  return grid;
}

}  // namespace

TEST_CASE("a solution matches each part of it as clues", "[rules]") {
  CHECK(is_solution_of(kSolved, kSolved));
  CHECK(is_solution_of(kSolved, Grid{}));
  Grid puzzle = kSolved;
  for (int cell = 0; cell < kCells; cell += 2) puzzle[cell] = 0;
  CHECK(is_solution_of(kSolved, puzzle));
}

TEST_CASE("each row, column and box is checked", "[rules]") {
  const Grid empty;
  CHECK(is_solution_of(filled_by([](int r, int c) { return 3 * r + r / 3 + c; }), empty));
  // Each of these breaks only one kind of house.
  CHECK_FALSE(is_solution_of(filled_by([](int r, int c) { return r + c; }), empty));      // boxes
  CHECK_FALSE(is_solution_of(filled_by([](int r, int c) { return 3 * r + c; }), empty));  // columns
  CHECK_FALSE(is_solution_of(filled_by([](int r, int c) { return 3 * c + r; }), empty));  // rows
}

TEST_CASE("boxes that are not square are checked", "[rules]") {
  constexpr std::uint8_t kRows[] = {1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 2, 3, 1, 5, 6, 4,
                                    5, 6, 4, 2, 3, 1, 3, 1, 2, 6, 4, 5, 6, 4, 5, 3, 1, 2};
  const std::vector<std::uint8_t> empty(36);
  CHECK(is_solution_of({{2, 3}, kRows}, {{2, 3}, empty}));
  CHECK_FALSE(is_solution_of({{3, 2}, kRows}, {{3, 2}, empty}));
  std::vector<std::uint8_t> clue = empty;
  clue[35] = 1;
  CHECK_FALSE(is_solution_of({{2, 3}, kRows}, {{2, 3}, clue}));
  std::vector<std::uint8_t> beyond(std::begin(kRows), std::end(kRows));
  beyond[0] = 7;
  CHECK_FALSE(is_solution_of({{2, 3}, beyond}, {{2, 3}, empty}));
}

TEST_CASE("the largest boards are checked, too", "[rules]") {
  std::vector<std::uint8_t> cells(kMaxCells);
  for (std::size_t row = 0; row < kMaxSide; ++row) {
    for (std::size_t column = 0; column < kMaxSide; ++column) {
      cells[kMaxSide * row + column] =
          static_cast<std::uint8_t>((8 * row + row / 8 + column) % kMaxSide + 1);
    }
  }
  const std::vector<std::uint8_t> empty(kMaxCells);
  for (const Shape shape : {Shape{8, 8}, Shape{1, 64}}) {
    CHECK(is_solution_of({shape, cells}, {shape, cells}));
    std::swap(cells[0], cells[1]);
    CHECK_FALSE(is_solution_of({shape, cells}, {shape, empty}));
    std::swap(cells[0], cells[1]);
  }
}

TEST_CASE("every row and column is checked", "[rules]") {
  for (int cell = 0; cell < kCells; ++cell) {
    for (const int other : {cell / 9 * 9 + (cell + 1) % 9, (cell + 9) % kCells}) {
      Grid solution = kSolved;
      std::swap(solution[cell], solution[other]);
      INFO("cells " << cell << " and " << other << " swapped");
      CHECK_FALSE(is_solution_of(solution, Grid{}));
    }
  }
}

TEST_CASE("every box is checked", "[rules]") {
  // Two rows or columns swapped between bands or stacks break only boxes.
  for (int line = 0; line < 9; ++line) {
    for (int other = line / 3 * 3 + 3; other < 9; ++other) {
      Grid rows_swapped = kSolved;
      Grid columns_swapped = kSolved;
      for (int i = 0; i < 9; ++i) {
        std::swap(rows_swapped[9 * line + i], rows_swapped[9 * other + i]);
        std::swap(columns_swapped[9 * i + line], columns_swapped[9 * i + other]);
      }
      INFO("lines " << line << " and " << other << " swapped");
      CHECK_FALSE(is_solution_of(rows_swapped, Grid{}));
      CHECK_FALSE(is_solution_of(columns_swapped, Grid{}));
    }
  }
}

TEST_CASE("a Latin square has no boxes but its rows", "[rules]") {
  constexpr std::uint8_t kCells4x4[] = {1, 2, 3, 4, 2, 3, 4, 1, 3, 4, 1, 2, 4, 1, 2, 3};
  const std::vector<std::uint8_t> empty(16);
  CHECK(is_solution_of({{1, 4}, kCells4x4}, {{1, 4}, empty}));
  CHECK_FALSE(is_solution_of({{2, 2}, kCells4x4}, {{2, 2}, empty}));
  // Equal rows break only the rule for columns. Equal columns break only the rule for rows.
  constexpr std::uint8_t kEqualRows[] = {1, 2, 3, 1, 2, 3, 1, 2, 3};
  constexpr std::uint8_t kEqualColumns[] = {1, 1, 1, 2, 2, 2, 3, 3, 3};
  CHECK_FALSE(is_solution_of({{1, 3}, kEqualRows}, {{1, 3}, std::span(empty).first(9)}));
  CHECK_FALSE(is_solution_of({{1, 3}, kEqualColumns}, {{1, 3}, std::span(empty).first(9)}));
}

TEST_CASE("a solution has a candidate in every cell", "[rules]") {
  const Grid empty;
  std::vector<Digits> candidates(kCells, all_digits(k9x9));
  const Board puzzle{k9x9, empty.cells, candidates};
  CHECK(is_solution_of(kSolved, puzzle));
  for (int cell = 0; cell < kCells; ++cell) {
    INFO("cell " << cell);
    Digits& digits = candidates[static_cast<std::size_t>(cell)];
    digits &= ~digit_bit(kSolved[cell]);
    CHECK_FALSE(is_solution_of(kSolved, puzzle));
    digits = digit_bit(kSolved[cell]);
    CHECK(is_solution_of(kSolved, puzzle));
  }
  Grid clue;
  clue[80] = kSolved[80];
  CHECK(is_solution_of(kSolved, Board{k9x9, clue.cells, candidates}));
  clue[80] = static_cast<std::uint8_t>(kSolved[80] % 9 + 1);
  CHECK_FALSE(is_solution_of(kSolved, Board{k9x9, clue.cells, candidates}));
}

TEST_CASE("empty cells and invalid digits are rejected", "[rules]") {
  for (int cell = 0; cell < kCells; ++cell) {
    for (const int digit : {0, 10, 32, kSolved[cell] + 32, 255}) {
      Grid solution = kSolved;
      solution[cell] = static_cast<std::uint8_t>(digit);
      INFO("cell " << cell << " holds " << digit);
      CHECK_FALSE(is_solution_of(solution, Grid{}));
    }
  }
}

TEST_CASE("the solution must contain every clue", "[rules]") {
  for (int cell = 0; cell < kCells; ++cell) {
    Grid puzzle;
    puzzle[cell] = static_cast<std::uint8_t>(kSolved[cell] % 9 + 1);
    INFO("clue in cell " << cell);
    CHECK_FALSE(is_solution_of(kSolved, puzzle));
  }
}

}  // namespace sudoku
