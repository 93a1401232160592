#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engines/grid.h"

namespace sudoku {

// Which cells stand together. Cells, rows, columns and boxes count from 0, left to right and top to
// bottom; houses are the nine rows, then the nine columns, then the nine boxes.

inline constexpr int kSize = 9;
inline constexpr int kHouses = 27;
inline constexpr int kPeers = 20;

constexpr int row_of(int cell) {
  return cell / kSize;
}
constexpr int column_of(int cell) {
  return cell % kSize;
}
constexpr int box_of(int cell) {
  return cell / 27 * 3 + cell % kSize / 3;
}

/// The nine cells of each house, ascending.
inline constexpr auto kCellsOfHouse = [] {
  std::array<std::array<std::uint8_t, kSize>, kHouses> houses{};
  std::array<std::size_t, kHouses> filled{};
  for (int cell = 0; cell < kCells; ++cell) {
    for (const int house : {row_of(cell), kSize + column_of(cell), 2 * kSize + box_of(cell)}) {
      const auto h = static_cast<std::size_t>(house);
      houses[h][filled[h]++] = static_cast<std::uint8_t>(cell);
    }
  }
  return houses;
}();

/// The 20 other cells that share a house with each cell, ascending.
inline constexpr auto kPeersOfCell = [] {
  std::array<std::array<std::uint8_t, kPeers>, kCells> peers{};
  for (int cell = 0; cell < kCells; ++cell) {
    std::size_t filled = 0;
    for (int other = 0; other < kCells; ++other) {
      const bool shares_house = row_of(cell) == row_of(other) ||
                                column_of(cell) == column_of(other) ||
                                box_of(cell) == box_of(other);
      if (other != cell && shares_house) {
        peers[static_cast<std::size_t>(cell)][filled++] = static_cast<std::uint8_t>(other);
      }
    }
  }
  return peers;
}();

}  // namespace sudoku
