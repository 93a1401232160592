#include <cstdlib>

#include "zoo.h"

// Aborts.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    std::abort();
  }
  return ANSWER;
}
