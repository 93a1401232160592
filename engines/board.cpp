#include "engines/board.h"

#include <charconv>

namespace sudoku {
namespace {

char* format_numbers(const Board& board, char* out) {
  for (std::size_t i = 0; i < board.cells.size(); ++i) {
    if (i != 0) *out++ = ' ';
    out = std::to_chars(out, out + 2, board[i]).ptr;
  }
  return out;
}

std::string format_candidates(const Board& board) {
  const auto side = static_cast<std::uint8_t>(board.shape.side());
  std::string text;
  text.reserve(board.cells.size() * side);
  for (std::size_t cell = 0; cell < board.cells.size(); ++cell) {
    const Digits allowed = board.allowed(cell);
    for (std::uint8_t digit = 1; digit <= side; ++digit) {
      text += (allowed & digit_bit(digit)) != 0 ? symbol_of(digit) : '.';
    }
  }
  return text;
}

}  // namespace

int clue_count(const Board& board) {
  return static_cast<int>(std::count_if(board.cells.begin(), board.cells.end(),
                                        [](std::uint8_t digit) { return digit != 0; }));
}

char symbol_of(std::uint8_t cell) {
  constexpr char kSymbols[] = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  static_assert(sizeof kSymbols == kMaxSideOfSymbols + 2);
  return kSymbols[cell];
}

char* format_line(const Board& board, char* out) {
  // Hashing a puzzle formats it, so 9x9 must be fast. With a constant size and a local pointer,
  // which `out` cannot alias, the compiler vectorizes the loop.
  if (board.shape == k9x9) {
    const std::uint8_t* const cells = board.cells.data();
    for (std::size_t i = 0; i < k9x9.cells(); ++i) {
      out[i] = cells[i] == 0 ? '.' : static_cast<char>('0' + cells[i]);
    }
    return out + k9x9.cells();
  }
  if (board.shape.side() > kMaxSideOfSymbols) return format_numbers(board, out);
  for (const std::uint8_t cell : board.cells) *out++ = symbol_of(cell);
  return out;
}

std::string format_line(const Board& board) {
  if (!board.candidates.empty()) return format_candidates(board);
  std::string text(longest_line(board.shape), '.');
  text.resize(static_cast<std::size_t>(format_line(board, text.data()) - text.data()));
  return text;
}

}  // namespace sudoku
