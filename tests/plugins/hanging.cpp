#include "backtracking.h"

// Answers right, but never on a puzzle that begins with a 7.
TEST_PLUGIN(SolveSudoku) {
  *guesses = config;
  for (volatile bool forever = puzzle[0] == '7'; forever;) {
  }
  return test_plugin::solve(puzzle, limit, solution);
}
