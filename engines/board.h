#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace sudoku {

/// What size a board has: boxes of `box_rows` rows and `box_columns` columns of cells. A side has
/// as many cells as a box, 4 to kMaxSide, and there are as many digits, rows, columns and boxes.
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

/// A board in memory of somebody else's, row by row from the top left: 0 is an empty cell, 1 to
/// the side a digit. The digits need not obey the rules.
struct Board {
  Shape shape;
  std::span<const std::uint8_t> cells;  ///< shape.cells() of them

  constexpr std::uint8_t operator[](std::size_t cell) const { return cells[cell]; }
  constexpr operator Boards() const;  ///< one of them
  friend constexpr bool operator==(const Board& a, const Board& b) {
    return a.shape == b.shape && std::equal(a.cells.begin(), a.cells.end(), b.cells.begin());
  }
};

/// Boards of one shape in memory of somebody else's, the cells of one after those of the other.
struct Boards {
  Shape shape;
  std::span<const std::uint8_t> cells;

  constexpr std::size_t size() const { return cells.size() / shape.cells(); }
  constexpr Board operator[](std::size_t i) const { return {shape, subspan(i, 1).cells}; }
  constexpr Boards subspan(std::size_t first, std::size_t count) const {
    return {shape, cells.subspan(first * shape.cells(), count * shape.cells())};
  }
};

constexpr Board::operator Boards() const {
  return {shape, cells};
}

/// Number of cells that hold a digit.
int clue_count(const Board& board);

/// How a cell is written: `.` an empty one, a digit as `1` to `9`, `A` to `Z` and `a`.
char symbol_of(std::uint8_t cell);

/// The symbols of all cells, row by row; no line end.
std::string format_line(const Board& board);

/// The same into `out`, which has room for every cell, without a terminating zero.
void format_line(const Board& board, char* out);

}  // namespace sudoku
