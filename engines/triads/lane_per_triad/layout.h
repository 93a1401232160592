#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sudoku::triads {

// The layout of a board in three registers of 32 lanes: a lane is a triad, a register has one cell
// of each triad.
//
// Lanes 0 to 26 have a cell each. The others have all digits and are never used. In the row view,
// lane 9 x + 3 y + z is the triad of row z of band x in box y. In the column view, it is the triad
// of column z of stack x in box y. In the row view, register m has the cell in column (m - z) mod 3
// of the box. In the column view, it has the cell in row (m - z) mod 3. Hence a cell is in the same
// register in both views. One permutation of lanes per register, which is its own inverse,
// transposes between the views.

inline constexpr int kRegisters = 3;
inline constexpr int kBoardLanes = 27;

/// The source of each byte of a register, for the instruction vpermb.
using Permutation = std::array<std::uint8_t, 64>;

struct alignas(64) Layout {
  /// [dy][dz]: moves lane (x, y + dy, z + dz), modulo 3, to lane (x, y, z).
  Permutation rotation[3][3];
  Permutation next_band[3];               ///< [dx]: moves lane (x + dx, y, z) to (x, y, z)
  Permutation transpose[kRegisters];      ///< between the views
  Permutation cell_of_byte[kRegisters];   ///< the cell of each lane in the row view
  Permutation lane_of_cell[2];            ///< 32 m + lane, for cells 0 to 63 and the others
  std::array<std::uint16_t, 32> band[2];  ///< [view]: band (0 to 2) or stack (3 to 5) of a lane
  std::array<std::uint16_t, 32> number_of_cell[kRegisters];  ///< 1 to 81
};

inline constexpr Layout kLayout = [] {
  constexpr std::uint8_t kNoCell = 127;  // behind the last cell, where bytes are zero
  Layout layout{};
  const auto move = [](Permutation& bytes, int to, int from) {
    bytes[static_cast<std::size_t>(2 * to)] = static_cast<std::uint8_t>(2 * from);
    bytes[static_cast<std::size_t>(2 * to + 1)] = static_cast<std::uint8_t>(2 * from + 1);
  };
  for (auto& cells : layout.cell_of_byte) cells.fill(kNoCell);
  for (int lane = 0; lane < 32; ++lane) {
    const bool is_used = lane < kBoardLanes;
    const int x = lane / 9;
    const int y = lane / 3 % 3;
    const int z = lane % 3;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        const int source = 9 * x + 3 * ((y + i) % 3) + (z + j) % 3;
        move(layout.rotation[i][j], lane, is_used ? source : lane);
      }
      const int within = (i - z + 3) % 3;
      move(layout.next_band[i], lane, is_used ? (lane + 9 * i) % kBoardLanes : lane);
      move(layout.transpose[i], lane, is_used ? 9 * y + 3 * x + within : lane);
      if (!is_used) continue;
      const int cell = 9 * (3 * x + z) + 3 * y + within;
      layout.cell_of_byte[i][static_cast<std::size_t>(lane)] = static_cast<std::uint8_t>(cell);
      layout.number_of_cell[i][static_cast<std::size_t>(lane)] =
          static_cast<std::uint16_t>(cell + 1);
      layout.lane_of_cell[cell / 64][static_cast<std::size_t>(cell % 64)] =
          static_cast<std::uint8_t>(32 * i + lane);
    }
    for (int view = 0; view < 2; ++view) {
      layout.band[view][static_cast<std::size_t>(lane)] =
          static_cast<std::uint16_t>(is_used ? 3 * view + x : 7);
    }
  }
  return layout;
}();

}  // namespace sudoku::triads
