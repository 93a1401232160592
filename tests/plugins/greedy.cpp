#include <cstdlib>
#include <cstring>

#include "text_plugin.h"

// Answers correctly. Allocates `config` MiB in each call and frees them.
TEST_PLUGIN(SolveSudoku) {
  const std::size_t bytes = std::size_t{config} << 20;
  if (void* const memory = std::malloc(bytes)) {
    std::memset(memory, 1, bytes);
    asm volatile("" : : "r"(memory) : "memory");
    std::free(memory);
  }
  return solve(puzzle, limit, solution);
}
