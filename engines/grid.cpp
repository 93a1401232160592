#include "engines/grid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace sudoku {
namespace {

// Sixteen characters in a vector: an extension of GCC and clang that works on every CPU. A
// comparison sets all bits of each byte for which it is true.
using Block [[gnu::vector_size(16)]] = std::uint8_t;

/// Reads a whole grid. Returns false if a character is not a cell.
bool parse_cells(const char* text, Grid& grid) {
  Block all_cells = ~Block{};
  const auto parse_block = [&](std::size_t offset) {
    Block c;
    std::memcpy(&c, text + offset, sizeof c);
    const Block number = c - '0';
    const auto is_digit = reinterpret_cast<Block>(number <= 9);
    const auto is_mark = reinterpret_cast<Block>((c == '.') | (c == '-') | (c == '_') | (c == '*') |
                                                 (c == '?') | ((c | 0x20) == 'x'));
    const Block cells = number & is_digit;
    std::memcpy(grid.cells.data() + offset, &cells, sizeof cells);
    all_cells &= is_digit | is_mark;
  };
  for (std::size_t offset = 0; offset + sizeof(Block) <= kCells; offset += sizeof(Block)) {
    parse_block(offset);
  }
  parse_block(kCells - sizeof(Block));  // the last cell, and cells that were read before
  const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(all_cells);
  return (halves[0] & halves[1]) == ~std::uint64_t{0};
}

}  // namespace

std::size_t parse_line(std::string_view text, Grid& grid) {
  if (text.size() >= kCells && parse_cells(text.data(), grid)) return kCells;
  const std::string_view cells = text.substr(0, kCells);
  return static_cast<std::size_t>(std::ranges::find_if_not(cells, is_cell) - cells.begin());
}

}  // namespace sudoku
