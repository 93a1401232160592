#include "zoo.h"

namespace {

std::size_t descend(std::size_t depth) {
  volatile char page[4096];
  page[depth % sizeof page] = 1;
  volatile bool is_endless = true;
  return (is_endless ? descend(depth + 1) : 0) + static_cast<std::size_t>(page[0]);
}

}  // namespace

// Overflows the stack.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) return descend(1);
  return ANSWER;
}
