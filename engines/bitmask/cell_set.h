#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engines/grid.h"
#include "engines/houses.h"

namespace sudoku::bitmask {

/// A set of cells of 9x9: a vector of four 32-bit lanes, one per band (three rows of the grid). The
/// last lane is always empty. In a lane a row takes ten bits: nine columns, and a spare bit for the
/// carry of an addition.
///
///     bit  29  28 ........ 20  19  18 ........ 10   9   8 ......... 0
///           -  [ third row  ]   -  [ second row ]   -   [ first row ]   column 0 is the lowest bit
using CellSet = std::uint32_t __attribute__((vector_size(16)));
using Lanes = std::array<std::uint32_t, 4>;

inline constexpr std::size_t kBands = 3;
inline constexpr std::size_t kBandCells = kBands * kSize;
inline constexpr int kRowBits = 10;

/// The same cells in every band.
constexpr CellSet in_each_band(std::uint32_t lane) { return CellSet{lane, lane, lane, 0}; }

/// The same columns in every row; `columns` has nine bits.
constexpr CellSet in_each_row(std::uint32_t columns) {
  return in_each_band(columns | columns << kRowBits | columns << (2 * kRowBits));
}

inline constexpr CellSet kNone = in_each_band(0);
inline constexpr CellSet kAll = in_each_row(0b111'111'111);

constexpr std::size_t band_of(std::size_t cell) { return cell / kBandCells; }
constexpr std::size_t position_in_band(std::size_t cell) {
  return cell % kBandCells / kSize * kRowBits + cell % kSize;
}

/// A search identifies a cell by its bit: the bit in its lane, plus 32 for each band above.
inline constexpr std::size_t kLaneBits = 32;
constexpr std::size_t bit_of(std::size_t cell) {
  return kLaneBits * band_of(cell) + position_in_band(cell);
}

struct CellBoards {
  std::array<Lanes, kLaneBits * kBands> itself;
  std::array<Lanes, kLaneBits * kBands> peers;
};

inline constexpr CellBoards kBoardOf = [] {
  CellBoards boards{};
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    boards.itself[bit_of(cell)][band_of(cell)] = 1U << position_in_band(cell);
    for (const std::size_t peer : kPeersOfCell[cell]) {
      boards.peers[bit_of(cell)][band_of(peer)] |= 1U << position_in_band(peer);
    }
  }
  return boards;
}();

inline CellSet board_of(std::size_t bit) { return std::bit_cast<CellSet>(kBoardOf.itself[bit]); }
inline CellSet peers_of(std::size_t bit) { return std::bit_cast<CellSet>(kBoardOf.peers[bit]); }

/// Returns the possible cells of each digit on a board with candidates.
inline std::array<CellSet, kSize> places_of(const Board& puzzle) {
  std::array<Lanes, kSize> places{};
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const Digits allowed = puzzle.allowed(cell);
    for (std::size_t d = 0; d < kSize; ++d) {
      const auto possible = static_cast<std::uint32_t>(allowed >> d & 1);
      places[d][band_of(cell)] |= possible << position_in_band(cell);
    }
  }
  return std::bit_cast<std::array<CellSet, kSize>>(places);
}

/// A vector, because g++ would pass an array through memory.
using Words = std::uint64_t __attribute__((vector_size(16)));
inline Words words_of(CellSet board) {
  static_assert(std::endian::native == std::endian::little, "the first lane is the lower half");
  return std::bit_cast<Words>(board);
}

inline bool is_any(CellSet board) {
  return words_of(board | __builtin_shufflevector(board, board, 2, 3, 2, 3))[0] != 0;
}

/// The bit of the first cell of a set, which is not empty.
inline std::size_t first_of(CellSet board) {
  const Words words = words_of(board);
  const std::size_t word = words[0] != 0 ? 0 : 1;
  return 2 * kLaneBits * word + static_cast<std::size_t>(std::countr_zero(words[word]));
}

/// The digits of a grid as binary numbers: set i has the cells of digits with bit i.
using Planes = std::array<CellSet, 4>;

/// Three vectors that are processed together: locks.h packs their flags into one vector.
template <typename V>
struct Three {
  V a;
  V b;
  V c;
};

}  // namespace sudoku::bitmask
