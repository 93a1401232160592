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

/// Number of cells that hold a digit.
int clue_count(const Grid& grid);

/// Reads cells from the start of `text` into `grid`: `1`..`9` is a digit, `.` `0` `-` `_` `*` an
/// empty cell. Returns how many characters were cells: 81 if and only if the grid is complete,
/// otherwise the position of the first other character (or of the end), and `grid` is unspecified.
std::size_t parse_line(std::string_view text, Grid& grid);

/// 81 characters, row by row, `.` for an empty cell; no line end.
std::string format_line(const Grid& grid);

/// The same into `out[0..80]`, without a terminating zero.
void format_line(const Grid& grid, char* out);

}  // namespace sudoku
