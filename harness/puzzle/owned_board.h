#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/board.h"

namespace sudoku {

/// One board in memory of its own; empty to begin with.
class OwnedBoard {
 public:
  OwnedBoard() : OwnedBoard(k9x9) {}
  explicit OwnedBoard(const Shape& shape) : shape_(shape), cells_(shape.cells()) {}
  template <std::convertible_to<Board> Other>
  OwnedBoard(const Other& other) : OwnedBoard(static_cast<Board>(other).shape) {
    const Board board = other;
    cells_.assign(board.cells.begin(), board.cells.end());
  }

  const Shape& shape() const { return shape_; }
  std::span<std::uint8_t> cells() { return cells_; }
  operator Board() const { return {shape_, cells_}; }
  friend bool operator==(const OwnedBoard&, const OwnedBoard&) = default;

 private:
  Shape shape_;
  std::vector<std::uint8_t> cells_;
};

}  // namespace sudoku
