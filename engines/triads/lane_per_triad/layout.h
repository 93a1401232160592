#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sudoku::triads {

// Where the cells of a board are in three registers of 32 lanes.
//
// Lanes 0 to 26 of register m hold a cell each; the others hold all digits and take no part. In the
// row view lane 9 x + 3 y + z has a cell of the triad where row z of band x crosses its box y; in
// the column view, of the one where column z of stack x crosses its box y. The register says which
// of the three cells: in the row view that of column (m - z) mod 3 of the box, and so in the column
// view that of row (m - z) mod 3. Hence a cell is in the same register in both views, and one
// permutation of lanes, which is its own inverse, leads from either view to the other.

inline constexpr int kRegisters = 3;
inline constexpr int kBoardLanes = 27;

/// The sources of the bytes of a register, as vpermb wants them.
using Permutation = std::array<std::uint8_t, 64>;

struct alignas(64) Layout {
  /// [dy][dz]: lane (x, y, z) has what lane (x, y + dy, z + dz) had, modulo 3.
  Permutation rotation[3][3];
  Permutation next_band[3];              ///< [dx], likewise
  Permutation transpose[kRegisters];     ///< from either view to the other
  Permutation cell_of_byte[kRegisters];  ///< the cell whose digit stands in each of the first bytes
  Permutation lane_of_cell[2];           ///< of cells 0 to 63 and of the rest: 32 m + lane
  std::array<std::uint16_t, 32> band[2];  ///< [view]: 0 to 5, which band or stack a lane is of
  std::array<std::uint16_t, 32> number_of_cell[kRegisters];  ///< 1 to 81
};

inline constexpr Layout kLayout = [] {
  constexpr std::uint8_t kNoCell = 127;  // behind the last one, where memory reads as zero
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
