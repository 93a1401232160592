#include "zoo.h"
#include <unistd.h>

// Both it and a child of its own answer.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    static_cast<void>(::fork());
  }
  return ANSWER;
}
