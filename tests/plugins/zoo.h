#pragma once

#include <cstring>

#include "backtracking.h"

// A plugin of the zoo answers its first puzzle right, which is the trial, and misbehaves later.

/// Whether the call is one to misbehave in.
inline bool is_later() {
  static int calls = 0;
  return calls++ > 0;
}

/// The right answer, with a solution.
inline std::size_t answer(const char* puzzle, std::size_t limit, char* solution,
                          std::size_t* guesses) {
  *guesses = 0;
  test_plugin::solve(puzzle, 1, solution);
  return test_plugin::solve(puzzle, limit, solution);
}

#define ANSWER answer(puzzle, limit, solution, guesses)
