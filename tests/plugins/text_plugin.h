#pragma once

#include <cstddef>
#include <cstdint>

#include "boards.h"

/// A text function that a plugin exports.
#define TEST_PLUGIN(name)                                                      \
  extern "C" __attribute__((visibility("default"))) std::size_t name(          \
      [[maybe_unused]] const char* puzzle, [[maybe_unused]] std::size_t limit, \
      [[maybe_unused]] std::uint32_t config, [[maybe_unused]] char* solution,  \
      [[maybe_unused]] std::size_t* guesses)

/// Returns the number of solutions. Writes a solution only if the limit is one solution.
inline std::size_t solve(const char* puzzle, std::size_t limit, char* solution) {
  char unused[81];
  return solve_text(puzzle, nullptr, limit, limit == 1 ? solution : unused);
}
