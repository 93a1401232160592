#include "wild.h"
#include "zoo.h"

// Fills all writable memory that it shares with another process with small random numbers.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  const bool is_wild = is_later();
  const std::size_t found = ANSWER;
  if (is_wild)
    change_shared_memory([](std::uint64_t) -> std::uint64_t { return random_word() % 64; });
  return found;
}
