#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engines/board.h"

namespace sudoku {

inline constexpr int kCells = 81;

/// The cells of a 9x9 board, as a value. The digits may violate the rules. An array of grids has
/// the layout of Boards.
struct Grid {
  std::array<std::uint8_t, kCells> cells{};

  constexpr std::uint8_t operator[](int cell) const {
    return cells[static_cast<std::size_t>(cell)];
  }
  constexpr std::uint8_t& operator[](int cell) { return cells[static_cast<std::size_t>(cell)]; }
  constexpr operator Board() const { return {k9x9, cells}; }
  constexpr operator Boards() const { return {k9x9, cells}; }
  friend constexpr bool operator==(const Grid&, const Grid&) = default;
};
static_assert(sizeof(Grid) == k9x9.cells() && alignof(Grid) == 1);

/// Returns a view of grids as boards.
inline Boards boards_of(std::span<const Grid> grids) {
  return {k9x9, {reinterpret_cast<const std::uint8_t*>(grids.data()), grids.size_bytes()}};
}

/// Returns the cells of grids as one span, to write solutions to.
inline std::span<std::uint8_t> cells_of(std::span<Grid> grids) {
  return {reinterpret_cast<std::uint8_t*>(grids.data()), grids.size_bytes()};
}

/// Return 9x9 boards as grids, in the same memory.
inline std::span<const Grid> grids_of(const Boards& boards) {
  return {reinterpret_cast<const Grid*>(boards.cells.data()), boards.size()};
}
inline const Grid& as_grid(const Board& board) {
  return *reinterpret_cast<const Grid*>(board.cells.data());
}
inline Grid& as_grid(std::span<std::uint8_t> cells) {
  return *reinterpret_cast<Grid*>(cells.data());
}

/// Returns whether a character is a digit `1` to `9`.
constexpr bool is_clue(char c) { return c >= '1' && c <= '9'; }

/// Returns whether a character marks an empty cell: `.` `0` `-` `_` `*` `?` `x` `X`.
constexpr bool is_empty_mark(char c) {
  return c == '.' || c == '0' || c == '-' || c == '_' || c == '*' || c == '?' || c == 'x' ||
         c == 'X';
}

/// Returns whether a character is a cell.
constexpr bool is_cell(char c) { return is_clue(c) || is_empty_mark(c); }

/// Returns the digit that the character of a cell stands for, or 0.
constexpr std::uint8_t parse_cell(char c) {
  return is_clue(c) ? static_cast<std::uint8_t>(c - '0') : std::uint8_t{0};
}

/// Reads a grid from the start of `text`. Returns kCells on success. Otherwise returns the position
/// of the first character that is not a cell, or of the end of `text`. `grid` is then unspecified.
std::size_t parse_line(std::string_view text, Grid& grid);

}  // namespace sudoku
