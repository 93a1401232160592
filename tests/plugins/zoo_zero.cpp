#include "zoo.h"

// Finds no solution.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    return 0;
  }
  return ANSWER;
}
