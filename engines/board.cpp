#include "engines/board.h"

#include <algorithm>
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

void append_candidates(const Board& board, std::string& text) {
  const auto side = static_cast<std::uint8_t>(board.shape.side());
  for (std::size_t cell = 0; cell < board.cells.size(); ++cell) {
    const Digits allowed = board.allowed(cell);
    for (std::uint8_t digit = 1; digit <= side; ++digit) {
      text += (allowed & digit_bit(digit)) != 0 ? symbol_of(digit) : '.';
    }
  }
}

}  // namespace

int clue_count(const Board& board) {
  const auto count = [](std::span<const std::uint8_t> cells) {
    // Sums of bytes are faster than sums of int, because more of them fit into a vector register.
    std::uint8_t clues = 0;
    for (const std::uint8_t digit : cells) clues = static_cast<std::uint8_t>(clues + (digit != 0));
    return int{clues};
  };
  // A constant size is faster.
  if (board.shape == k9x9) return count(board.cells.first<k9x9.cells()>());
  constexpr std::size_t kMostInByte = 255;
  int clues = 0;
  for (auto left = board.cells; !left.empty();
       left = left.subspan(std::min(kMostInByte, left.size()))) {
    clues += count(left.first(std::min(kMostInByte, left.size())));
  }
  return clues;
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

void append_board(const Board& board, std::string& text) {
  if (!board.candidates.empty()) return append_candidates(board, text);
  const std::size_t size = text.size();
  text.resize(size + longest_line(board.shape));
  const char* const end = format_line(board, text.data() + size);
  text.resize(static_cast<std::size_t>(end - text.data()));
}

std::string format_line(const Board& board) {
  std::string text;
  append_board(board, text);
  return text;
}

}  // namespace sudoku
