#include "engines/rules.h"

#include <cstddef>
#include <cstdint>

namespace sudoku {
namespace {

bool keeps_clues(const Board& solution, const Board& puzzle) {
  bool keeps = true;
  for (std::size_t i = 0; i < puzzle.cells.size(); ++i) {
    keeps &= puzzle[i] == 0 || puzzle[i] == solution[i];
  }
  return keeps;
}

/// A rectangle of cells.
struct Rectangle {
  std::size_t first;  // cell
  std::size_t rows;
  std::size_t columns;
};

/// The digits in it, as bits.
std::uint64_t digits_seen(const Board& board, const Rectangle& rectangle) {
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < rectangle.rows; ++i) {
    const std::size_t row = rectangle.first + i * board.shape.side();
    for (std::size_t j = 0; j < rectangle.columns; ++j) seen |= std::uint64_t{1} << board[row + j];
  }
  return seen;
}

/// The cell at the top left of a box.
std::size_t corner_of_box(const Shape& shape, std::size_t box) {
  const std::size_t boxes_across = shape.box_rows;
  return box / boxes_across * shape.box_rows * shape.side() +
         box % boxes_across * shape.box_columns;
}

}  // namespace

bool is_solution_of(const Board& solution, const Board& puzzle) {
  const Shape& shape = solution.shape;
  const std::size_t side = shape.side();
  for (const std::uint8_t digit : solution.cells) {
    if (digit > side) return false;
  }
  const std::uint64_t all_digits = (std::uint64_t{2} << side) - 2;  // bits 1 to side
  std::uint64_t shared = all_digits;
  for (std::size_t i = 0; i < side; ++i) {
    shared &= digits_seen(solution, {side * i, 1, side});
    shared &= digits_seen(solution, {i, side, 1});
    shared &= digits_seen(solution, {corner_of_box(shape, i), shape.box_rows, shape.box_columns});
  }
  return shared == all_digits && keeps_clues(solution, puzzle);
}

}  // namespace sudoku
