#include "wild.h"
#include "zoo.h"

/// Returns a random number for one of eight words, else the word.
static std::uint64_t sparsely(std::uint64_t word) {
  return random_word() % 8 == 0 ? random_word() : word;
}

// Writes random numbers to some words of the writable memory that it shares with another process.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  const bool is_wild = is_later();
  const std::size_t found = ANSWER;
  if (is_wild) change_shared_memory(sparsely);
  return found;
}
