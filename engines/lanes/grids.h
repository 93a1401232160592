#pragma once

#include "engines/lanes/block.h"

// Transposes grids of one byte per cell into the lanes of a block, and back. Included inside the
// namespace of a variant, see generic.h.

constexpr int kTileRows = 8;    // lanes of a part of a vector
constexpr int kTileCells = 16;  // bytes of a part

/// 16 cells of kLanes grids, one byte per cell. Part p of row r belongs to grid 8 p + r.
struct Tile {
  Vector rows[kTileRows];
};

/// Interleaves the rows whose numbers differ in the bit `step`. This exchanges bits of indices. For
/// a byte at index 8 a + b of its part, that bit of its row becomes a. Its index becomes 2 b + the
/// former bit of its row.
template <int step>
[[gnu::always_inline]] inline void interleave(Tile& tile) {
  for (int i = 0; i < kTileRows; ++i) {
    if ((i & step) != 0) continue;
    const Vector low = interleave_low(tile.rows[i], tile.rows[i + step]);
    tile.rows[i + step] = interleave_high(tile.rows[i], tile.rows[i + step]);
    tile.rows[i] = low;
  }
}

/// First cell of a tile. The tiles cover a grid. The last two overlap.
inline int begin_of_tile(int number) { return smaller(number * kTileCells, kCells - kTileCells); }
constexpr int kTiles = (kCells + kTileCells - 1) / kTileCells;

/// Reads clues as candidates. Three steps move the bits of the grid number from the row to the
/// index within the part. Then the first part of row r has cells 2 r and 2 r + 1 of grids 0 to 7.
inline void read_clues(Block& block, const std::uint8_t* grids) {
  for (int number = 0; number < kTiles; ++number) {
    const int begin = begin_of_tile(number);
    Tile tile;
    for (int i = 0; i < kTileRows; ++i) {
      tile.rows[i] = load_parts(grids + i * kCells + begin, kTileRows * kCells);
    }
    interleave<4>(tile);
    interleave<2>(tile);
    interleave<1>(tile);
    for (int i = 0; i < kTileRows; ++i) {
      store(block.cells[begin + 2 * i], candidate_of(interleave_low(tile.rows[i], splat(0))));
      store(block.cells[begin + 2 * i + 1], candidate_of(interleave_high(tile.rows[i], splat(0))));
    }
  }
}

/// The clues of each house. A column has separate clues for each band.
struct HouseClues {
  Vector in_row[kDigits];
  Vector in_box[kDigits];
  Vector in_column[3][kDigits];
};

inline void gather_clues_of_band(const Block& block, int band, HouseClues& clues) {
  const auto* rows = block.cells + 3 * kDigits * band;
  Vector in_triad[3][3];
  for (int stack = 0; stack < 3; ++stack) {
    Vector c[3][3];
    for (int row = 0; row < 3; ++row) {
      for (int i = 0; i < 3; ++i) c[row][i] = load(rows[row * kDigits + 3 * stack + i]);
      in_triad[row][stack] = or3(c[row][0], c[row][1], c[row][2]);
    }
    for (int i = 0; i < 3; ++i) {
      clues.in_column[band][3 * stack + i] = or3(c[0][i], c[1][i], c[2][i]);
    }
  }
  for (int i = 0; i < 3; ++i) {
    clues.in_row[3 * band + i] = or3(in_triad[i][0], in_triad[i][1], in_triad[i][2]);
    clues.in_box[3 * band + i] = or3(in_triad[0][i], in_triad[1][i], in_triad[2][i]);
  }
}

/// Gives cells without a clue the candidates that are not clues in their houses.
inline void fill_by_clues(Block& block) {
  HouseClues clues;
  for (int band = 0; band < 3; ++band) gather_clues_of_band(block, band, clues);
  for (int column = 0; column < kDigits; ++column) {
    const auto& of = clues.in_column;
    const Vector in_column = or3(of[0][column], of[1][column], of[2][column]);
    for (int row = 0; row < kDigits; ++row) {
      const Vector seen = clues.in_row[row] | clues.in_box[row / 3 * 3 + column / 3];
      auto& cell = block.cells[row * kDigits + column];
      store(cell, or_else(load(cell), and_neither(splat(kAllDigits), seen, in_column)));
    }
  }
}

/// Gives each lane its puzzle and makes the first `count` lanes live. `first` is the index of the
/// first puzzle in the batch.
inline void number_lanes(Block& block, int count, std::uint16_t first) {
  for (int i = 0; i < kLanes; ++i) block.puzzle[i] = static_cast<std::uint16_t>(first + i);
  block.live = first_lanes(kAllLanes, count);
}

/// Reads `count` puzzles into the first lanes of a block. `grids` has kCells bytes per puzzle, 0
/// for an empty cell.
inline void read_boards(Block& block, const std::uint8_t* grids, int count, std::uint16_t first) {
  std::uint8_t filled_up[kLanes * kCells];
  if (count < kLanes) {
    const auto size = static_cast<std::size_t>(count * kCells);
    std::memcpy(filled_up, grids, size);
    std::memset(filled_up + size, 0, sizeof filled_up - size);
    grids = filled_up;
  }
  read_clues(block, grids);
  fill_by_clues(block);
  number_lanes(block, count, first);
}

/// The candidates of a cell with that clue, or of a cell without a clue for 0.
constexpr std::uint16_t kOfClue[] = {kAllDigits, 1, 2, 4, 8, 16, 32, 64, 128, 256};

/// The same for puzzles with candidates. `candidates` has kCells sets of digits per puzzle.
inline void read_boards(Block& block, const std::uint8_t* grids, const Digits* candidates,
                        int count, std::uint16_t first) {
  for (int lane = 0; lane < count; ++lane, grids += kCells, candidates += kCells) {
    for (int i = 0; i < kCells; ++i) {
      block.cells[i][lane] = static_cast<std::uint16_t>(candidates[i] & kOfClue[grids[i]]);
    }
  }
  number_lanes(block, count, first);
}

/// Writes the boards of all lanes to `grids`, kCells bytes per board. Each cell has one candidate.
/// A fourth step moves the bits of the grid number back to the row, in another order.
inline void write_boards(const Block& block, std::uint8_t* grids) {
  for (int number = 0; number < kTiles; ++number) {
    const int begin = begin_of_tile(number);
    Tile tile;
    for (int i = 0; i < kTileRows; ++i) {
      Vector digits[2];
      for (int j = 0; j < 2; ++j) {
        const Vector candidate = load(block.cells[begin + 2 * i + j]);
        digits[j] = add(count_bits(subtract(candidate, splat(1))), splat(1));
      }
      tile.rows[i] = narrow(digits[0], digits[1]);
    }
    interleave<4>(tile);
    interleave<2>(tile);
    interleave<1>(tile);
    interleave<4>(tile);
    for (int i = 0; i < kTileRows; ++i) {
      const int grid = (i & 3) << 1 | i >> 2;
      store_parts(grids + grid * kCells + begin, kTileRows * kCells, tile.rows[i]);
    }
  }
}

/// Writes the board of one lane, like write_boards.
inline void write_board(const Block& block, int lane, std::uint8_t* grid) {
  for (int i = 0; i < kCells; ++i) {
    grid[i] = static_cast<std::uint8_t>(__builtin_ctz(block.cells[i][lane]) + 1);
  }
}
