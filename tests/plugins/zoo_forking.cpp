#include "zoo.h"
#include <unistd.h>

// Starts some processes in each call, which end soon.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  for (int i = 0; i < 3; ++i) {
    if (::fork() == 0) ::_exit(0);
  }
  return ANSWER;
}
