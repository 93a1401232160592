#include <cstdlib>

#include "zoo.h"
#include <unistd.h>

// Starts a child and aborts.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    if (::fork() == 0) ::sleep(1000);
    std::abort();
  }
  return ANSWER;
}
