#include "backtracking.h"

// Exports its function under another name.
TEST_PLUGIN(Unexpected) {
  *guesses = config;
  return test_plugin::solve(puzzle, limit, solution);
}
