#include "text_plugin.h"

// Answers correctly, but hangs on a puzzle that starts with a 7.
TEST_PLUGIN(SolveSudoku) {
  *guesses = config;
  for (volatile bool forever = puzzle[0] == '7'; forever;) {
  }
  return solve(puzzle, limit, solution);
}
