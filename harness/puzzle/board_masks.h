#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/board.h"

namespace sudoku {

/// The houses of the boards of a shape, by their numbers: the rows, then the columns, then the
/// boxes.
class BoardHouses {
 public:
  explicit BoardHouses(const Shape& shape);

  const Shape& shape() const { return shape_; }
  /// The three that a cell belongs to.
  const std::array<std::uint8_t, 3>& of(std::size_t cell) const { return of_[cell]; }
  /// As many as the side of the board, ascending.
  std::span<const std::uint16_t> cells_of(std::size_t house) const {
    return std::span(cells_).subspan(house * shape_.side(), shape_.side());
  }

 private:
  Shape shape_;
  std::vector<std::array<std::uint8_t, 3>> of_;
  std::vector<std::uint16_t> cells_;
};

/// Which digits stand in each house of a board of any shape that obeys the rules. What HouseMasks
/// is of 9x9, where the compiler knows the houses; bit d - 1 stands for digit d.
class BoardMasks {
 public:
  using Digits = std::uint64_t;

  static constexpr Digits mask_of(std::uint8_t digit) { return Digits{1} << (digit - 1); }

  /// Of an empty board. `houses` must live as long.
  explicit BoardMasks(const BoardHouses& houses)
      : houses_(&houses), every_digit_((Digits{1} << houses.shape().side()) - 1) {}
  BoardMasks(const BoardHouses& houses, const Board& board) : BoardMasks(houses) {
    for (std::size_t cell = 0; cell < board.cells.size(); ++cell) {
      if (board[cell] != 0) toggle(cell, board[cell]);
    }
  }

  /// A digit comes into an empty cell, or goes from the cell.
  void toggle(std::size_t cell, std::uint8_t digit) {
    for (const std::uint8_t house : houses_->of(cell)) digits_[house] ^= mask_of(digit);
  }

  /// The digits in the houses of a cell.
  Digits seen_from(std::size_t cell) const {
    const auto& [row, column, box] = houses_->of(cell);
    return digits_[row] | digits_[column] | digits_[box];
  }
  Digits candidates_of(std::size_t cell) const { return every_digit_ & ~seen_from(cell); }

 private:
  const BoardHouses* houses_;
  Digits every_digit_;
  std::array<Digits, 3 * kMaxSide> digits_{};
};

}  // namespace sudoku
