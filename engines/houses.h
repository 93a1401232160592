#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "engines/grid.h"

namespace sudoku {

// Cells, rows, columns and boxes are numbered from 0, left to right and top to bottom. Houses are
// numbered from 0: the rows, then the columns, then the boxes.

inline constexpr int kSize = 9;
inline constexpr int kHouses = 27;
inline constexpr int kPeers = 20;

/// Return the row, column and box of a cell of a 9x9 board.
constexpr int row_of(int cell) { return cell / kSize; }
constexpr int column_of(int cell) { return cell % kSize; }
constexpr int box_of(int cell) { return cell / 27 * 3 + cell % kSize / 3; }

/// Table of the houses of one shape, whose side is at most `kSide`. Usable at compile time.
template <std::size_t kSide>
class HouseTable {
 public:
  using Cell = std::conditional_t<kSide * kSide <= 256, std::uint8_t, std::uint16_t>;
  using Triple = std::array<std::uint8_t, 3>;

  static constexpr std::size_t kSideRoom = kSide;
  static constexpr std::size_t kCellRoom = kSide * kSide;

  /// Memory for the cells of one board.
  struct Cells {
    std::array<std::uint8_t, kCellRoom> cells;
    std::uint8_t operator[](int cell) const { return cells[static_cast<std::size_t>(cell)]; }
    std::uint8_t& operator[](int cell) { return cells[static_cast<std::size_t>(cell)]; }
  };

  explicit constexpr HouseTable(const Shape& shape) : shape_(shape) {
    const std::size_t side = shape.side();
    std::array<std::size_t, 3 * kSide> filled{};
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      const std::size_t row = cell / side;
      const std::size_t column = cell % side;
      const std::size_t box = row / shape.box_rows * shape.box_rows + column / shape.box_columns;
      const std::array<std::size_t, 3> houses = {row, side + column, 2 * side + box};
      for (std::size_t i = 0; i < houses.size(); ++i) {
        const std::size_t house = houses[i];
        houses_[cell][i] = static_cast<std::uint8_t>(house);
        cells_[house][filled[house]++] = static_cast<Cell>(cell);
      }
    }
  }

  constexpr const Shape& shape() const { return shape_; }
  constexpr int side() const { return static_cast<int>(shape_.side()); }
  constexpr int cells() const { return static_cast<int>(shape_.cells()); }

  /// Returns the numbers of the row, column and box of a cell.
  constexpr const Triple& of(std::size_t cell) const { return houses_[cell]; }
  /// Returns the cells of a house in ascending order.
  constexpr std::span<const Cell> cells_of(std::size_t house) const {
    return std::span(cells_[house]).first(shape_.side());
  }

  static void copy(const Board& board, Cells& cells) {
    std::copy(board.cells.begin(), board.cells.end(), cells.cells.begin());
  }
  Board as_board(const Cells& cells) const {
    return {shape_, std::span(cells.cells).first(shape_.cells())};
  }

 private:
  Shape shape_;
  std::array<Triple, kSide * kSide> houses_{};              // by cell
  std::array<std::array<Cell, kSide>, 3 * kSide> cells_{};  // by house
};

/// The houses of any shape.
using HousesOfShape = HouseTable<kMaxSide>;

/// The houses of 9x9, known at compile time. Has the same functions as HouseTable, so that searches
/// can be templates on the houses.
class Houses9x9 {
 public:
  using Cells = Grid;
  static constexpr std::size_t kSideRoom = kSize;
  static constexpr std::size_t kCellRoom = kCells;

  static constexpr Shape shape() { return k9x9; }
  static constexpr int side() { return kSize; }
  static constexpr int cells() { return kCells; }

  /// Computed, because that is faster than a table.
  static constexpr std::array<std::size_t, 3> of(int cell) {
    return {static_cast<std::size_t>(row_of(cell)),
            static_cast<std::size_t>(kSize + column_of(cell)),
            static_cast<std::size_t>(2 * kSize + box_of(cell))};
  }
  static constexpr std::span<const std::uint8_t, kSize> cells_of(std::size_t house) {
    return kTable.cells_of(house).first<kSize>();
  }

  static void copy(const Board& board, Cells& cells) { cells = as_grid(board); }
  static const Grid& as_board(const Cells& cells) { return cells; }

 private:
  static constexpr HouseTable<kSize> kTable{k9x9};
};

/// Loads the clues of a puzzle. The only candidate of a cell counts as a clue. This is for engines
/// that detect contradictions between clues only before the search.
template <typename Houses>
void load_clues(const Board& puzzle, typename Houses::Cells& cells) {
  Houses::copy(puzzle, cells);
  for (std::size_t cell = 0; cell < puzzle.candidates.size(); ++cell) {
    const Digits digits = puzzle.candidates[cell];
    if (puzzle[cell] != 0 || !std::has_single_bit(digits)) continue;
    cells[static_cast<int>(cell)] = static_cast<std::uint8_t>(std::countr_zero(digits) + 1);
  }
}

/// The 20 other cells that share a house with each cell of a 9x9 board, ascending.
inline constexpr auto kPeersOfCell = [] {
  std::array<std::array<std::uint8_t, kPeers>, kCells> peers{};
  for (int cell = 0; cell < kCells; ++cell) {
    std::size_t filled = 0;
    for (int other = 0; other < kCells; ++other) {
      const bool share_house = row_of(cell) == row_of(other) ||
                               column_of(cell) == column_of(other) || box_of(cell) == box_of(other);
      if (other == cell || !share_house) continue;
      peers[static_cast<std::size_t>(cell)][filled++] = static_cast<std::uint8_t>(other);
    }
  }
  return peers;
}();

}  // namespace sudoku
