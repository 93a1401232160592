#include "zoo.h"

// Never answers.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    for (volatile bool forever = true; forever;) {
    }
  }
  return ANSWER;
}
