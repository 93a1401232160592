#include <csignal>

#include "zoo.h"
#include <unistd.h>

// Is killed by a later signal during its work.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    ::alarm(1);
    for (volatile bool forever = true; forever;) {
    }
  }
  return ANSWER;
}
