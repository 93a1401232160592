#include "zoo.h"

// Counts beyond the limit.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    return limit + 1;
  }
  return ANSWER;
}
