#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace sudoku {

/// Size of a board, given by its boxes of `box_rows` rows and `box_columns` columns of cells. A
/// board has as many rows, columns, boxes and digits as a box has cells: 4 to kMaxSide.
struct Shape {
  std::uint8_t box_rows = 0;
  std::uint8_t box_columns = 0;

  constexpr std::size_t side() const { return std::size_t{box_rows} * box_columns; }
  constexpr std::size_t cells() const { return side() * side(); }
  friend constexpr bool operator==(const Shape&, const Shape&) = default;
};

inline constexpr Shape k9x9{3, 3};
inline constexpr std::size_t kMaxSide = 36;
inline constexpr std::size_t kMaxCells = kMaxSide * kMaxSide;

struct Boards;

/// A view of the cells of one board, row by row from the top left. 0 is an empty cell, 1 to
/// shape.side() are digits. The digits may violate the rules.
struct Board {
  Shape shape;
  std::span<const std::uint8_t> cells;  ///< shape.cells() cells

  constexpr std::uint8_t operator[](std::size_t cell) const { return cells[cell]; }
  constexpr operator Boards() const;  ///< a block of this board only
  friend constexpr bool operator==(const Board& a, const Board& b) {
    return a.shape == b.shape && std::equal(a.cells.begin(), a.cells.end(), b.cells.begin());
  }
};

/// A view of several boards of one shape, one after the other without gaps.
struct Boards {
  Shape shape;
  std::span<const std::uint8_t> cells;

  constexpr std::size_t size() const { return cells.size() / shape.cells(); }
  constexpr Board operator[](std::size_t i) const { return {shape, subspan(i, 1).cells}; }
  constexpr Boards subspan(std::size_t first, std::size_t count) const {
    return {shape, cells.subspan(first * shape.cells(), count * shape.cells())};
  }
};

constexpr Board::operator Boards() const { return {shape, cells}; }

/// Returns the number of cells that hold a digit.
int clue_count(const Board& board);

/// Returns the symbol of a cell: `.` for an empty cell, `1` to `9`, `A` to `Z` and `a` for digits.
char symbol_of(std::uint8_t cell);

/// Returns the symbols of all cells, row by row, without a line end.
std::string format_line(const Board& board);

/// Writes the symbols of all cells to `out`, without a terminating zero. `out` must have room for
/// board.cells.size() characters.
void format_line(const Board& board, char* out);

}  // namespace sudoku
