#include "zoo.h"

// Writes through a null pointer.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    *const_cast<volatile char*>(static_cast<char*>(nullptr)) = 1;
  }
  return ANSWER;
}
