// Adapter of JCZSolve.

#include "others/jczslover/JCZSolve.h"

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>

/// JCZSolve counts its guesses here.
std::size_t JCZSolve_guesses;

extern "C" std::size_t SolveSudoku(const char* puzzle, std::size_t limit, std::uint32_t,
                                   char* solution, std::size_t* guesses) {
  JCZSolve_guesses = 0;
  const auto most = static_cast<int>(std::min<std::size_t>(limit, INT_MAX));
  const int count = JCZSolver(puzzle, solution, most);
  *guesses = JCZSolve_guesses;
  return static_cast<std::size_t>(count);
}
