#pragma once

#include <cstring>

#include "text_plugin.h"

// A plugin of the zoo answers its first puzzle correctly, which is the probe. It fails later.

/// Returns true for every call except the first.
inline bool is_later() {
  static int calls = 0;
  return calls++ > 0;
}

/// Returns the right answer with a solution.
inline std::size_t answer(const char* puzzle, std::size_t limit, char* solution,
                          std::size_t* guesses) {
  *guesses = 0;
  solve(puzzle, 1, solution);
  return solve(puzzle, limit, solution);
}

#define ANSWER answer(puzzle, limit, solution, guesses)
