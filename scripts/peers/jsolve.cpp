// Adapter of JSolve.

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>

extern "C" {
#include "other/jsolve/JSolve.h"
}

/// JSolve counts its guesses here. The adapter does not report them, because the number differs
/// between calls with the same puzzle.
std::size_t JSolve_guesses;

extern "C" std::size_t SolveSudoku(const char* puzzle, std::size_t limit, std::uint32_t,
                                   char* solution, std::size_t*) {
  char text[82];  // JSolve writes a NUL character after the solution
  const auto most = static_cast<int>(std::min<std::size_t>(limit, INT_MAX));
  const int count = JSolve(puzzle, text, most);
  if (count > 0) std::memcpy(solution, text, 81);
  return static_cast<std::size_t>(count);
}
