#include "engines/isa/cpu.h"

namespace sudoku::isa {

#if defined(__x86_64__)

namespace {

bool runs_bit_manipulation() {
  return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt");
}

bool runs_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         runs_bit_manipulation();
}

}  // namespace

bool runs_avx2() { return __builtin_cpu_supports("avx2") && runs_bit_manipulation(); }

bool runs_avx512_vnni() { return runs_avx512() && __builtin_cpu_supports("avx512vnni"); }

bool runs_avx512_vbmi2() {
  return runs_avx512() && __builtin_cpu_supports("avx512vbmi") &&
         __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bitalg");
}

#else

bool runs_avx2() { return false; }

bool runs_avx512_vnni() { return false; }

bool runs_avx512_vbmi2() { return false; }

#endif

}  // namespace sudoku::isa
