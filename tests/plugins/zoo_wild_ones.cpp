#include "wild.h"
#include "zoo.h"

// Fills all writable memory that it shares with another process with ones.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  const bool is_wild = is_later();
  const std::size_t found = ANSWER;
  if (is_wild)
    change_shared_memory([](std::uint64_t) -> std::uint64_t { return ~std::uint64_t{0}; });
  return found;
}
