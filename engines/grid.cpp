#include "engines/grid.h"

#include <algorithm>

namespace sudoku {
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
      const auto clue = static_cast<std::uint8_t>(-static_cast<int>(is_clue(c)));
      bad |= static_cast<std::uint8_t>(~clue & -static_cast<int>(!is_empty_mark(c)));
      grid.cells[i] = static_cast<std::uint8_t>((c - '0') & clue);
    }
    if (bad == 0) return kCells;
  }
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
