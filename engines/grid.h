#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sudoku {

inline constexpr int kCells = 81;

/// A 9x9 board, row by row from the top left: 0 is an empty cell, 1..9 a digit. A plain value; the
/// digits need not obey the rules (a puzzle with two equal clues in a house has no solution).
struct Grid {
  std::array<std::uint8_t, kCells> cells{};

  constexpr std::uint8_t operator[](int cell) const {
    return cells[static_cast<std::size_t>(cell)];
  }
  constexpr std::uint8_t& operator[](int cell) { return cells[static_cast<std::size_t>(cell)]; }
  friend constexpr bool operator==(const Grid&, const Grid&) = default;
};

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

/// Number of cells that hold a digit.
int clue_count(const Grid& grid);

/// Reads cells from the start of `text` into `grid`. Returns how many characters were cells: 81 if
/// and only if the grid is complete, otherwise the position of the first other character (or of the
/// end), and `grid` is unspecified.
std::size_t parse_line(std::string_view text, Grid& grid);

/// 81 characters, row by row, `.` for an empty cell; no line end.
std::string format_line(const Grid& grid);

/// The same into `out[0..80]`, without a terminating zero.
void format_line(const Grid& grid, char* out);

}  // namespace sudoku
