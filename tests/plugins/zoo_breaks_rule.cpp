#include "zoo.h"

// Breaks a rule in its solution.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    const std::size_t found = ANSWER;
    solution[0] = solution[1];
    return found;
  }
  return ANSWER;
}
