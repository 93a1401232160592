#include "harness/puzzle/board_masks.h"

namespace sudoku {

BoardHouses::BoardHouses(const Shape& shape)
    : shape_(shape), of_(shape.cells()), cells_(3 * shape.cells()) {
  const std::size_t side = shape.side();
  std::vector<std::size_t> sizes(3 * side);
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
    const std::size_t row = cell / side;
    const std::size_t column = cell % side;
    const std::size_t box = row / shape.box_rows * shape.box_rows + column / shape.box_columns;
    const std::array<std::size_t, 3> houses = {row, side + column, 2 * side + box};
    for (std::size_t i = 0; i < houses.size(); ++i) {
      const std::size_t house = houses[i];
      of_[cell][i] = static_cast<std::uint8_t>(house);
      cells_[house * side + sizes[house]++] = static_cast<std::uint16_t>(cell);
    }
  }
}

}  // namespace sudoku
