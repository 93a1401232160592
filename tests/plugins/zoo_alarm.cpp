#include <csignal>

#include "zoo.h"
#include <unistd.h>

// Is ended by a signal that comes later, while it works.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    ::alarm(1);
    for (volatile bool forever = true; forever;) {
    }
  }
  return ANSWER;
}
