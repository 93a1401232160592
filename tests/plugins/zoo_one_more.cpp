#include "zoo.h"

// Counts one solution too many.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    const std::size_t found = ANSWER;
    return found < limit ? found + 1 : found;
  }
  return ANSWER;
}
