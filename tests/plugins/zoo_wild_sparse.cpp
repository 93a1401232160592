#include "wild.h"
#include "zoo.h"

/// One word in eight gets a random number.
static std::uint64_t sparsely(std::uint64_t word) {
  return random_word() % 8 == 0 ? random_word() : word;
}

// Strews random numbers over all that its process can write to and shares with another one.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  const bool is_wild = is_later();
  const std::size_t found = ANSWER;
  if (is_wild) change_shared_memory(sparsely);
  return found;
}
