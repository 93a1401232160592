#include "engines/rules.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace sudoku {
namespace {

bool keeps_clues(const Board& solution, const Board& puzzle) {
  bool keeps = true;
  for (std::size_t i = 0; i < puzzle.cells.size(); ++i) {
    keeps &= puzzle[i] == 0 || puzzle[i] == solution[i];
  }
  for (std::size_t i = 0; i < puzzle.candidates.size(); ++i) {
    keeps &= (puzzle.candidates[i] >> (solution[i] - 1) & 1) != 0;
  }
  return keeps;
}

/// A rectangle of cells.
struct Rectangle {
  std::size_t first;  // cell
  std::size_t rows;
  std::size_t columns;
};

/// Returns the digits in a rectangle: bit d - 1 for digit d. No cell is empty. The shape is a
/// separate argument, so that it can be a compile-time constant.
[[gnu::always_inline]] inline std::uint64_t digits_seen(const Board& board, const Shape& shape,
                                                        const Rectangle& rectangle) {
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < rectangle.rows; ++i) {
    const std::size_t row = rectangle.first + i * shape.side();
    for (std::size_t j = 0; j < rectangle.columns; ++j)
      seen |= std::uint64_t{1} << (board[row + j] - 1);
  }
  return seen;
}

/// Returns the top left cell of a box.
std::size_t corner_of_box(const Shape& shape, std::size_t box) {
  const std::size_t boxes_across = shape.box_rows;
  return box / boxes_across * shape.box_rows * shape.side() +
         box % boxes_across * shape.box_columns;
}

[[gnu::always_inline]] inline bool obeys_rules(const Board& solution, const Shape& shape) {
  const std::size_t side = shape.side();
  std::uint8_t lowest = 1;
  std::uint8_t highest = 0;
  for (std::size_t i = 0; i < shape.cells(); ++i) {
    lowest = std::min(lowest, solution[i]);
    highest = std::max(highest, solution[i]);
  }
  if (lowest == 0 || highest > side) return false;
  const std::uint64_t complete = ~std::uint64_t{0} >> (64 - side);  // bits 0 to side - 1
  std::uint64_t shared = complete;
  for (std::size_t i = 0; i < side; ++i) {
    shared &= digits_seen(solution, shape, {side * i, 1, side});
    shared &= digits_seen(solution, shape, {i, side, 1});
    shared &=
        digits_seen(solution, shape, {corner_of_box(shape, i), shape.box_rows, shape.box_columns});
  }
  return shared == complete;
}

}  // namespace

bool is_solution_of(const Board& solution, const Board& puzzle) {
  const bool obeys =
      solution.shape == k9x9 ? obeys_rules(solution, k9x9) : obeys_rules(solution, solution.shape);
  return obeys && keeps_clues(solution, puzzle);
}

}  // namespace sudoku
