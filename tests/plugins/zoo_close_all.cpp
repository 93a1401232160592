#include "zoo.h"
#include <unistd.h>

// Closes all descriptors.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    ::close_range(0, ~0U, 0);
  }
  return ANSWER;
}
