#include <cstdio>

#include "backtracking.h"

// Answers right, by the usual name and by one of its own. It tells its config as its guesses, plus
// seven, and talks too much.
TEST_PLUGIN(SolveSudoku) {
  std::puts("noise of a plugin");
  *guesses = config + 7;
  // The contract: a terminating zero behind the puzzle.
  if (puzzle[81] != '\0') return 0;
  return test_plugin::solve(puzzle, limit, solution);
}

TEST_PLUGIN(AnotherName) { return SolveSudoku(puzzle, limit, config + 1, solution, guesses); }
