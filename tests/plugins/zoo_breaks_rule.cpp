#include "zoo.h"

// Returns a solution that breaks a rule.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    const std::size_t found = ANSWER;
    solution[0] = solution[1];
    return found;
  }
  return ANSWER;
}
