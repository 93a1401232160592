#pragma once

#include <array>
#include <cstdint>

#include "engines/geometry.h"
#include "engines/grid.h"

namespace sudoku {

using DigitMask = std::uint16_t;  ///< bit d - 1 stands for digit d
inline constexpr DigitMask kEveryDigit = 0x1FF;

constexpr DigitMask mask_of(int digit) {
  return static_cast<DigitMask>(1U << (digit - 1));
}

/// Which digits stand in each house of a board that obeys the rules.
class HouseMasks {
 public:
  HouseMasks() = default;
  explicit HouseMasks(const Grid& grid) {
    for (int cell = 0; cell < kCells; ++cell) {
      if (grid[cell] != 0) toggle(cell, grid[cell]);
    }
  }

  /// A digit comes into an empty cell, or goes from the cell.
  void toggle(int cell, int digit) {
    rows_[index(row_of(cell))] ^= mask_of(digit);
    columns_[index(column_of(cell))] ^= mask_of(digit);
    boxes_[index(box_of(cell))] ^= mask_of(digit);
  }

  /// The digits in the houses of a cell.
  DigitMask seen_from(int cell) const {
    return rows_[index(row_of(cell))] | columns_[index(column_of(cell))] |
           boxes_[index(box_of(cell))];
  }
  DigitMask candidates_of(int cell) const {
    return static_cast<DigitMask>(kEveryDigit & ~seen_from(cell));
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  std::array<DigitMask, kSize> rows_{};
  std::array<DigitMask, kSize> columns_{};
  std::array<DigitMask, kSize> boxes_{};
};

}  // namespace sudoku
