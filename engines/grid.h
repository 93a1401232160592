#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engines/board.h"

namespace sudoku {

inline constexpr int kCells = 81;

/// A 9x9 board with memory of its own: 81 bytes, so that grids in a row lie like Boards. A plain
/// value; the digits need not obey the rules (a puzzle with two equal clues in a house has no
/// solution).
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

inline Boards boards_of(std::span<const Grid> grids) {
  return {k9x9, {reinterpret_cast<const std::uint8_t*>(grids.data()), grids.size_bytes()}};
}

/// The cells of grids that solutions are to go to.
inline std::span<std::uint8_t> cells_of(std::span<Grid> grids) {
  return {reinterpret_cast<std::uint8_t*>(grids.data()), grids.size_bytes()};
}

/// Boards of 9x9 as grids, in the same memory.
inline std::span<const Grid> grids_of(const Boards& boards) {
  return {reinterpret_cast<const Grid*>(boards.cells.data()), boards.size()};
}
inline const Grid& as_grid(const Board& board) {
  return *reinterpret_cast<const Grid*>(board.cells.data());
}
inline Grid& as_grid(std::span<std::uint8_t> cells) {
  return *reinterpret_cast<Grid*>(cells.data());
}

/// `1`..`9` in text is a digit, `.` `0` `-` `_` `*` `?` `x` `X` an empty cell.
constexpr bool is_clue(char c) {
  return c >= '1' && c <= '9';
}

constexpr bool is_empty_mark(char c) {
  return c == '.' || c == '0' || c == '-' || c == '_' || c == '*' || c == '?' || c == 'x' ||
         c == 'X';
}

/// Whether text may have `c` for a cell.
constexpr bool is_cell(char c) {
  return is_clue(c) || is_empty_mark(c);
}

/// What a cell written as `c` holds.
constexpr std::uint8_t parse_cell(char c) {
  return is_clue(c) ? static_cast<std::uint8_t>(c - '0') : std::uint8_t{0};
}

/// Reads cells from the start of `text` into `grid`. Returns how many characters were cells: 81 if
/// and only if the grid is complete, otherwise the position of the first other character (or of the
/// end), and `grid` is unspecified.
std::size_t parse_line(std::string_view text, Grid& grid);

}  // namespace sudoku
