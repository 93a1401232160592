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

/// Returns the top left cell of a box.
std::size_t corner_of_box(const Shape& shape, std::size_t box) {
  const std::size_t boxes_across = shape.box_rows;
  return box / boxes_across * shape.box_rows * shape.side() +
         box % boxes_across * shape.box_columns;
}

/// The shape is a separate argument, so that it can be a compile-time constant.
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
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    std::uint64_t box = 0;
    std::size_t j = 0;  // in each house: the next cell
    for (std::size_t y = 0; y < shape.box_rows; ++y) {
      for (std::size_t x = 0; x < shape.box_columns; ++x, ++j) {
        row |= std::uint64_t{1} << (solution[side * i + j] - 1);
        column |= std::uint64_t{1} << (solution[side * j + i] - 1);
        box |= std::uint64_t{1} << (solution[corner_of_box(shape, i) + side * y + x] - 1);
      }
    }
    shared &= row & column & box;
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
