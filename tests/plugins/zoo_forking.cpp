#include "zoo.h"
#include <unistd.h>

// Starts short processes in each call.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  for (int i = 0; i < 3; ++i) {
    if (::fork() == 0) ::_exit(0);
  }
  return ANSWER;
}
