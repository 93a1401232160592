#include "zoo.h"

// Claims one solution for every puzzle. Searches it only if the limit is one solution.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  return limit == 1 ? ANSWER : 1;
}
