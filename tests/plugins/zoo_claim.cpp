#include "zoo.h"

// Says of every puzzle that it has one solution, and looks for it only where no more are asked for.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  return limit == 1 ? ANSWER : 1;
}
