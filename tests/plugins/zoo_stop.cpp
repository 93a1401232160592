#include <csignal>

#include "zoo.h"

// Stops its own process.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    ::raise(SIGSTOP);
  }
  return ANSWER;
}
