// Adapter of Schoku. Its program solves a file; this adapter calls the function that solves a
// puzzle.
//
// config 0 (option -rm of the program): tests whether there is a second solution
// config 1 (option -rr, the default of the program): assumes that there is one solution

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <x86intrin.h>

// Schoku expects these functions of Windows. Linux lacks them.
template <typename Word>
static unsigned char reset_bit(Word* word, Word bit) {
  const auto was_set = static_cast<unsigned char>(*word >> bit & 1);
  *word &= ~(Word{1} << bit);
  return was_set;
}
#define _bittestandreset reset_bit<int>
#define _bittestandreset64 reset_bit<long long>
#define __popcnt16 __builtin_popcount

#define LIB_ONLY
#include "schoku_linux.cpp"

using namespace Schoku;

/// Allocates the memory of the search and prepares Schoku as its program does.
static GridState* prepare() {
  bmi2_support = __builtin_cpu_supports("bmi2");
  pext_support = bmi2_support && !__builtin_cpu_is("znver2");
  return static_cast<GridState*>(std::aligned_alloc(64, sizeof(GridState) * GRIDSTATE_MAX));
}

extern "C" std::size_t SolveSudoku(const char* puzzle, std::size_t limit, std::uint32_t config,
                                   char* solution, std::size_t*) {
  static GridState* const stack = prepare();
  static Counters counters;
  rules = config == 1 ? Regular : limit == 1 ? FindOne : Multiple;
  // The solution follows the puzzle and a comma.
  signed char text[2 * 82];
  std::memcpy(text, puzzle, 81);
  stack[0].initialize<VNone>(text, counters);
  const Status status = solve<VNone>(text + 82, stack, 1, counters);
  if (!status.solved) return 0;
  std::memcpy(solution, text + 82, 81);
  return status.unique ? 1 : 2;
}
