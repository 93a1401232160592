#include "zoo.h"
#include <unistd.h>

// Writes to all open descriptors.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    for (int i = 0; i < 64; ++i) static_cast<void>(!::write(i, "garbage!", 8));
  }
  return ANSWER;
}
