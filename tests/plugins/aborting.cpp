#include <cstdlib>

#include "backtracking.h"

// Answers right, but dies on a puzzle that begins with a 7: by a signal, or by leaving if a 6
// follows.
TEST_PLUGIN(SolveSudoku) {
  *guesses = config;
  if (puzzle[0] == '7' && puzzle[1] == '6') std::_Exit(5);
  if (puzzle[0] == '7') std::abort();
  return test_plugin::solve(puzzle, limit, solution);
}
