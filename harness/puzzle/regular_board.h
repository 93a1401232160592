#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Returns a solved board of a shape. Each row is the first row, shifted cyclically.
inline OwnedBoard regular_board(const Shape& shape) {
  OwnedBoard board(shape);
  const std::size_t side = shape.side();
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
    const std::size_t row = cell / side;
    const std::size_t shift = row % shape.box_rows * shape.box_columns + row / shape.box_rows;
    board.cells()[cell] = static_cast<std::uint8_t>((cell % side + shift) % side + 1);
  }
  return board;
}

}  // namespace sudoku
