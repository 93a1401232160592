// Adapter of FastBandSolver, which either counts solutions or returns one. So the adapter returns a
// solution only if the limit is 1.

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>

#include "fastbandsolver.hpp"

extern "C" std::size_t SolveSudoku(const char* puzzle, std::size_t limit, std::uint32_t,
                                   char* solution, std::size_t* guesses) {
  static FastBandSolver solver;
  int clues[9][9];
  int digits[9][9];
  for (int cell = 0; cell < 81; ++cell) {
    clues[cell / 9][cell % 9] = puzzle[cell] == '.' ? 0 : puzzle[cell] - '0';
  }
  std::size_t count;
  if (limit == 1) {
    count = solver.solve(clues, digits);
    for (int cell = 0; count != 0 && cell < 81; ++cell) {
      solution[cell] = static_cast<char>('0' + digits[cell / 9][cell % 9]);
    }
  } else {
    const auto most = static_cast<int>(std::min<std::size_t>(limit, INT_MAX));
    count = static_cast<std::size_t>(solver.countSolutions(clues, most));
  }
  *guesses = static_cast<std::size_t>(solver.guesses);
  return count;
}
