#include <cstdlib>

#include "text_plugin.h"

// Answers correctly, but ends on a puzzle that starts with a 7: by exit if a 6 follows, else by a
// signal.
TEST_PLUGIN(SolveSudoku) {
  *guesses = config;
  if (puzzle[0] == '7' && puzzle[1] == '6') std::_Exit(5);
  if (puzzle[0] == '7') std::abort();
  return solve(puzzle, limit, solution);
}
