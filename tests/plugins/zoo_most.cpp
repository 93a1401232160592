#include "zoo.h"

// Counts as many as it can.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    return static_cast<std::size_t>(-1);
  }
  return ANSWER;
}
