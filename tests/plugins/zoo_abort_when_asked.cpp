#include <cstdlib>

#include "zoo.h"

// Only counts. If a solution is requested, aborts on puzzles that start with an 8.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  static_cast<void>(guesses);
  char unused[128];
  if (limit == 1 && puzzle[0] == '8') std::abort();
  return test_plugin::solve(puzzle, limit, limit == 1 ? solution : unused);
}
