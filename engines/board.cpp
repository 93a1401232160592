#include "engines/board.h"

namespace sudoku {

int clue_count(const Board& board) {
  return static_cast<int>(std::count_if(board.cells.begin(), board.cells.end(),
                                        [](std::uint8_t digit) { return digit != 0; }));
}

char symbol_of(std::uint8_t cell) {
  constexpr char kSymbols[] = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa";
  static_assert(sizeof kSymbols == kMaxSide + 2);
  return kSymbols[cell];
}

void format_line(const Board& board, char* out) {
  // Hashing a puzzle formats it, so 9x9 must be fast. With a constant size and a local pointer,
  // which `out` cannot alias, the compiler vectorizes the loop.
  if (board.shape == k9x9) {
    const std::uint8_t* const cells = board.cells.data();
    for (std::size_t i = 0; i < k9x9.cells(); ++i) {
      out[i] = cells[i] == 0 ? '.' : static_cast<char>('0' + cells[i]);
    }
  } else {
    for (const std::uint8_t cell : board.cells) *out++ = symbol_of(cell);
  }
}

std::string format_line(const Board& board) {
  std::string text(board.cells.size(), '.');
  format_line(board, text.data());
  return text;
}

}  // namespace sudoku
