#include "zoo.h"

// Reports an impossible number of guesses.
TEST_PLUGIN(SolveSudoku) {
  if (is_later()) {
    const std::size_t found = ANSWER;
    *guesses = static_cast<std::size_t>(-2);
    return found;
  }
  return ANSWER;
}
