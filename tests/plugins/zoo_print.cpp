#include <cstdio>

#include "zoo.h"

// Writes to standard output, but answers correctly.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    std::puts("noise of a plugin");
    std::fflush(stdout);
  }
  return ANSWER;
}
