#include <array>
#include <cstring>

#include "text_plugin.h"

// A text function that supports candidates. Returns no number for text of another length.
TEST_PLUGIN(SolveSudoku) {
  *guesses = 0;
  const std::size_t length = std::strlen(puzzle);
  if (length == 81) return solve_text(puzzle, nullptr, limit, solution);
  if (length != 729) return 77;
  std::array<char, 81> empty;
  empty.fill('.');
  std::uint64_t candidates[81] = {};
  for (std::size_t i = 0; i < length; ++i) {
    if (puzzle[i] != '.') candidates[i / 9] |= bit_of(static_cast<std::uint8_t>(puzzle[i] - '0'));
  }
  return solve_text(empty.data(), candidates, limit, solution);
}
