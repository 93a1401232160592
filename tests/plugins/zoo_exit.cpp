#include <cstdlib>

#include "zoo.h"

// Exits with code 0.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    std::exit(0);
  }
  return ANSWER;
}
