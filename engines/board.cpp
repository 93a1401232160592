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
  // Every puzzle that is hashed comes by here. Of a size that is known, where digits will do, and
  // from a pointer that `out` cannot change, it is done in vectors.
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
