#include "zoo.h"

// Writes far beyond the end of the solution.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    std::memset(solution, '1', 4000);
  }
  return ANSWER;
}
