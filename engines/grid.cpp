#include "engines/grid.h"

#include <algorithm>

namespace sudoku {
namespace {

constexpr bool is_empty_mark(char c) {
  return c == '.' || c == '0' || c == '-' || c == '_' || c == '*';
}

constexpr bool is_digit(char c) {
  return c >= '1' && c <= '9';
}

}  // namespace

int clue_count(const Grid& grid) {
  return static_cast<int>(std::count_if(grid.cells.begin(), grid.cells.end(),
                                        [](std::uint8_t digit) { return digit != 0; }));
}

std::size_t parse_line(std::string_view text, Grid& grid) {
  if (text.size() >= kCells) {
    // No branch in the loop, so that compilers turn it into vector code.
    std::uint8_t bad = 0;
    for (std::size_t i = 0; i < kCells; ++i) {
      const char c = text[i];
      const auto is_clue = static_cast<std::uint8_t>(-static_cast<int>(is_digit(c)));
      bad |= static_cast<std::uint8_t>(~is_clue & -static_cast<int>(!is_empty_mark(c)));
      grid.cells[i] = static_cast<std::uint8_t>((c - '0') & is_clue);
    }
    if (bad == 0) return kCells;
  }
  const auto is_cell = [](char c) { return is_digit(c) || is_empty_mark(c); };
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(
                                      text.size(), static_cast<std::size_t>(kCells)));
  return static_cast<std::size_t>(std::find_if_not(text.begin(), end, is_cell) - text.begin());
}

void format_line(const Grid& grid, char* out) {
  for (std::size_t i = 0; i < kCells; ++i) {
    const std::uint8_t digit = grid.cells[i];
    out[i] = digit == 0 ? '.' : static_cast<char>('0' + digit);
  }
}

std::string format_line(const Grid& grid) {
  std::string text(kCells, '.');
  format_line(grid, text.data());
  return text;
}

}  // namespace sudoku
