#include "zoo.h"
#include <unistd.h>

// Answers both in its process and in a child.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    static_cast<void>(::fork());
  }
  return ANSWER;
}
