// Adapter of Schoku. The program of Schoku solves a file. This adapter calls the function of the
// program that solves one puzzle.
//
// config 0: tests whether there is a second solution (option -rm of the program), or only looks for
//           one solution if the limit is 1 (option -ro)
// config 1: assumes that there is one solution (option -rr, the default of the program)

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <x86intrin.h>

// Schoku calls these functions of Windows, which Linux lacks.
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
  const bool has_bmi2 = __builtin_cpu_supports("bmi2") != 0;
  const bool is_pext_slow = __builtin_cpu_is("znver2") != 0;
  bmi2_support = has_bmi2;
  pext_support = has_bmi2 && !is_pext_slow;
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
