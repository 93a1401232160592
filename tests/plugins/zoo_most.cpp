#include "zoo.h"

// Returns the maximum count.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    return static_cast<std::size_t>(-1);
  }
  return ANSWER;
}
