#include "engines/isa/cpu.h"

#if defined(__x86_64__)
#define SUDOKU_SUPPORTS(feature) __builtin_cpu_supports(feature)
#else
#define SUDOKU_SUPPORTS(feature) false
#endif

namespace sudoku::isa {
namespace {

bool runs_bit_manipulation() {
  return SUDOKU_SUPPORTS("bmi") && SUDOKU_SUPPORTS("bmi2") && SUDOKU_SUPPORTS("popcnt");
}

bool runs_avx512() {
  return SUDOKU_SUPPORTS("avx512f") && SUDOKU_SUPPORTS("avx512bw") && SUDOKU_SUPPORTS("avx512dq") &&
         SUDOKU_SUPPORTS("avx512vl") && runs_bit_manipulation();
}

}  // namespace

bool runs_avx2() { return SUDOKU_SUPPORTS("avx2") && runs_bit_manipulation(); }

bool runs_avx512_vnni() { return runs_avx512() && SUDOKU_SUPPORTS("avx512vnni"); }

bool runs_avx512_vbmi2() {
  return runs_avx512() && SUDOKU_SUPPORTS("avx512vbmi") && SUDOKU_SUPPORTS("avx512vbmi2") &&
         SUDOKU_SUPPORTS("avx512bitalg");
}

}  // namespace sudoku::isa
