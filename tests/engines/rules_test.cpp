#include "engines/rules.h"

#include <iterator>

#include "harness/puzzle/owned_boards.h"
#include "tests/catch.h"
#include "tests/engines/board_source.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

const Grid kSolved =
    grid_of("812753649943682175675491283154237896369845721287169534521974368438526917796318452");

/// Returns whether cells are a solution of the empty board of a shape.
bool is_valid(const Shape& shape, const std::vector<std::uint8_t>& cells) {
  return is_solution_of({shape, cells}, OwnedBoard(shape));
}

}  // namespace

TEST_CASE("every house of every shape is checked", "[rules]") {
  for (const Shape shape :
       {k9x9, Shape{2, 3}, Shape{3, 2}, Shape{8, 8}, Shape{1, 4}, Shape{1, 64}}) {
    INFO("boxes of " << +shape.box_rows << " rows");
    const std::size_t side = shape.side();
    std::vector<std::uint8_t> cells = BoardSource(shape, 1).solved();
    CHECK(is_valid(shape, cells));
    const auto is_rejected = [&](std::size_t cell, std::size_t other) {
      std::swap(cells[cell], cells[other]);
      const bool is_wrong = !is_valid(shape, cells);
      std::swap(cells[cell], cells[other]);
      return is_wrong;
    };
    for (std::size_t cell = 0; cell < shape.cells(); cell += side < 10 ? 1 : 63) {
      const std::size_t right = cell / side * side + (cell + 1) % side;
      if (!is_rejected(cell, right)) FAIL_CHECK("cells " << cell << " and " << right);
      const std::size_t below = (cell + side) % shape.cells();
      if (!is_rejected(cell, below)) FAIL_CHECK("cells " << cell << " and " << below);
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
  // Boards of 6x6 and 4x4 with boxes of another shape.
  const std::vector<std::uint8_t> wide = BoardSource({2, 3}, 1).solved();
  CHECK_FALSE(is_valid({3, 2}, wide));
  CHECK_FALSE(is_valid({2, 2}, {1, 2, 3, 4, 2, 3, 4, 1, 3, 4, 1, 2, 4, 1, 2, 3}));
  // Equal rows break only the rule for columns. Equal columns break only the rule for rows.
  CHECK_FALSE(is_valid({1, 3}, {1, 2, 3, 1, 2, 3, 1, 2, 3}));
  CHECK_FALSE(is_valid({1, 3}, {1, 1, 1, 2, 2, 2, 3, 3, 3}));
}

TEST_CASE("a solution obeys clues and candidates in every cell", "[rules]") {
  OwnedBoard puzzle = Grid{};
  for (int cell = 0; cell < kCells; ++cell) {
    INFO("cell " << cell);
    const auto i = static_cast<std::size_t>(cell);
    puzzle.cells()[i] = static_cast<std::uint8_t>(kSolved[cell] % 9 + 1);
    CHECK_FALSE(is_solution_of(kSolved, puzzle));
    puzzle.cells()[i] = cell % 2 == 0 ? kSolved[cell] : std::uint8_t{0};
    puzzle.candidates()[i] &= ~digit_bit(kSolved[cell]);
    CHECK_FALSE(is_solution_of(kSolved, puzzle));
    puzzle.candidates()[i] = digit_bit(kSolved[cell]);
    CHECK(is_solution_of(kSolved, puzzle));
  }
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
  CHECK_FALSE(is_valid({1, 2}, {1, 2, 2, 3}));
}

}  // namespace sudoku
