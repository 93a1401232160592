#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engines/geometry.h"
#include "engines/grid.h"

namespace sudoku {

// The houses of a cell, for searches that are templates on them: of 9x9, where the compiler knows
// them, and of any other shape. Houses are the rows, then the columns, then the boxes; each class
// tells the number of a cell's three, and gives memory for one board.

class Houses9x9 {
 public:
  using Cells = Grid;
  static constexpr std::size_t kSideRoom = kSize;
  static constexpr std::size_t kCellRoom = kCells;

  static constexpr Shape shape() { return k9x9; }
  static constexpr int side() { return kSize; }
  static constexpr int cells() { return kCells; }
  static constexpr std::array<std::size_t, 3> of(int cell) {
    return {static_cast<std::size_t>(row_of(cell)),
            static_cast<std::size_t>(kSize + column_of(cell)),
            static_cast<std::size_t>(2 * kSize + box_of(cell))};
  }

  static void copy(const Board& board, Cells& cells) { cells = as_grid(board); }
  static const Grid& as_board(const Cells& cells) { return cells; }
};

class HousesOfShape {
 public:
  struct Cells {
    std::array<std::uint8_t, kMaxCells> cells;
    std::uint8_t operator[](int cell) const { return cells[static_cast<std::size_t>(cell)]; }
    std::uint8_t& operator[](int cell) { return cells[static_cast<std::size_t>(cell)]; }
  };
  static constexpr std::size_t kSideRoom = kMaxSide;
  static constexpr std::size_t kCellRoom = kMaxCells;

  explicit HousesOfShape(const Shape& shape)
      : shape_(shape),
        side_(static_cast<int>(shape.side())),
        cells_(static_cast<int>(shape.cells())) {
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      const std::size_t row = cell / shape.side();
      const std::size_t column = cell % shape.side();
      const std::size_t box = row / shape.box_rows * shape.box_rows + column / shape.box_columns;
      houses_[cell] = {row, shape.side() + column, 2 * shape.side() + box};
    }
  }

  const Shape& shape() const { return shape_; }
  int side() const { return side_; }
  int cells() const { return cells_; }
  const std::array<std::size_t, 3>& of(int cell) const {
    return houses_[static_cast<std::size_t>(cell)];
  }

  static void copy(const Board& board, Cells& cells) {
    std::copy(board.cells.begin(), board.cells.end(), cells.cells.begin());
  }
  Board as_board(const Cells& cells) const {
    return {shape_, std::span(cells.cells).first(shape_.cells())};
  }

 private:
  Shape shape_;
  int side_;
  int cells_;
  std::array<std::array<std::size_t, 3>, kMaxCells> houses_;
};

}  // namespace sudoku
