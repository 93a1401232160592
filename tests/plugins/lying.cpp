#include "backtracking.h"

// Fills in garbage, counts beyond the limit where a puzzle begins with a 7, and miscounts without
// breaking a rule where it begins with a 2.
TEST_PLUGIN(SolveSudoku) {
  *guesses = config;
  const std::size_t found = test_plugin::solve(puzzle, limit, solution);
  if (puzzle[0] == '7') return limit + 1;
  if (puzzle[0] == '2') return 0;
  for (int i = 0; i < 81; ++i) solution[i] = 'x';
  return found;
}
