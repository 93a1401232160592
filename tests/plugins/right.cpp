#include <cstdio>

#include "text_plugin.h"

// Answers correctly. Exports the usual function and another one. Reports `config` + 7 guesses. Also
// writes to standard output.
TEST_PLUGIN(SolveSudoku) {
  std::puts("noise of a plugin");
  *guesses = config + 7;
  // The contract: a zero ends the puzzle.
  if (puzzle[81] != '\0') return 0;
  return solve(puzzle, limit, solution);
}

TEST_PLUGIN(AnotherName) { return SolveSudoku(puzzle, limit, config + 1, solution, guesses); }
