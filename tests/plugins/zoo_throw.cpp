#include "zoo.h"

// Throws an exception.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    throw 1;
  }
  return ANSWER;
}
