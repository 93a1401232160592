#include <cstring>

#include "backtracking.h"
#include "boards.h"

// A text function that supports candidates. Returns no number for text of another length.
TEST_PLUGIN(SolveSudoku) {
  const std::size_t length = std::strlen(puzzle);
  if (length != 81 && length != 729) return 77;
  std::uint8_t cells[81] = {};
  std::uint64_t sets[81] = {};
  for (std::size_t i = 0; i < length; ++i) {
    if (puzzle[i] == '.') continue;
    const auto digit = static_cast<std::uint8_t>(puzzle[i] - '0');
    if (length == 81) cells[i] = digit;
    if (length == 729) sets[i / 9] |= bit_of(digit);
  }
  std::uint8_t solved[81];
  SudokuCount count{};
  const SudokuBlock block{3,     3,      config, 1,       limit,
                          cells, solved, &count, nullptr, length == 729 ? sets : nullptr};
  solve_boards(&block);
  for (int i = 0; i < 81 && count.low > 0; ++i) solution[i] = static_cast<char>('0' + solved[i]);
  *guesses = 0;
  return count.low;
}
