#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "engines/houses.h"

namespace sudoku {

using DigitMask = std::uint16_t;  ///< set of digits of a 9x9 board: bit d - 1 is digit d
inline constexpr DigitMask kEveryDigit = 0x1FF;

constexpr DigitMask mask_of(int digit) { return static_cast<DigitMask>(1U << (digit - 1)); }

/// The set of digits in each house of a board that obeys the rules. `Houses` is Houses9x9 or
/// HousesOfShape.
template <typename Houses>
class HouseMasks {
 public:
  /// Set of digits: bit d - 1 is digit d.
  using Digits = std::conditional_t<Houses::kSideRoom <= 16, std::uint16_t, std::uint64_t>;

  static constexpr Digits mask_of(int digit) {
    return static_cast<Digits>(Digits{1} << (digit - 1));
  }

  /// Starts with an empty board. `houses` must outlive this object.
  explicit HouseMasks(const Houses& houses) : houses_(&houses) {}
  HouseMasks(const Houses& houses, const Board& board) : HouseMasks(houses) {
    for (std::size_t cell = 0; cell < board.cells.size(); ++cell) {
      if (board[cell] != 0) toggle(cell, board[cell]);
    }
  }

  Digits every_digit() const { return static_cast<Digits>(all_digits(houses_->shape())); }

  /// Adds the digit of a cell, or removes it.
  void toggle(std::size_t cell, int digit) {
    for (const std::size_t house : houses_->of(static_cast<int>(cell)))
      digits_[house] ^= mask_of(digit);
  }

  /// Returns the digits in the three houses of a cell.
  Digits seen_from(std::size_t cell) const {
    const auto& [row, column, box] = houses_->of(static_cast<int>(cell));
    return digits_[row] | digits_[column] | digits_[box];
  }
  /// Returns the digits that are in none of the houses of a cell.
  Digits candidates_of(std::size_t cell) const {
    return static_cast<Digits>(every_digit() & ~seen_from(cell));
  }

 private:
  const Houses* houses_;
  std::array<Digits, 3 * Houses::kSideRoom> digits_{};
};

}  // namespace sudoku
