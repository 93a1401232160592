#include "harness/external/probe_puzzle.h"

namespace sudoku {

OwnedBoard probe_solution(const Shape& shape) {
  OwnedBoard board(shape);
  const std::size_t side = shape.side();
  for (std::size_t row = 0; row < side; ++row) {
    const std::size_t push = shape.box_columns * (row % shape.box_rows) + row / shape.box_rows;
    for (std::size_t column = 0; column < side; ++column) {
      board.cells()[row * side + column] = static_cast<std::uint8_t>((push + column) % side + 1);
    }
  }
  return board;
}

OwnedBoard probe_puzzle(const Shape& shape) {
  OwnedBoard board = probe_solution(shape);
  board.cells().front() = 0;
  return board;
}

}  // namespace sudoku
