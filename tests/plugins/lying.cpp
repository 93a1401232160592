#include "text_plugin.h"

// Returns garbage as solutions. Counts beyond the limit if a puzzle starts with a 7. Miscounts
// within the rules if it starts with a 2.
TEST_PLUGIN(SolveSudoku) {
  *guesses = config;
  const std::size_t found = solve(puzzle, limit, solution);
  if (puzzle[0] == '7') return limit + 1;
  if (puzzle[0] == '2') return 0;
  for (int i = 0; i < 81; ++i) solution[i] = 'x';
  return found;
}
