#include "text_plugin.h"

// Exports its function under another name.
TEST_PLUGIN(Unexpected) {
  *guesses = config;
  return solve(puzzle, limit, solution);
}
