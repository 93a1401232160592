// The lanes of engines/lanes in AVX-512: 32 boards a block.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "engines/lanes/engine.h"
#include "engines/lanes/limits.h"
#include "engines/registry.h"

#if defined(__x86_64__)

#include <immintrin.h>

#if !defined(__clang__)  // g++ 12 means its own header
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "engines/lanes/begin_avx512.h"

namespace sudoku {
namespace {
#include "engines/lanes/vec_avx512.h"
// The kernel needs the vectors first.
#include "engines/lanes/kernel.h"
}  // namespace
}  // namespace sudoku

#include "engines/lanes/end_target.h"

namespace sudoku {

std::unique_ptr<Engine> make_lanes_avx512(const EngineOptions&) {
  const bool runs_here = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                         __builtin_cpu_supports("avx512vbmi") &&
                         __builtin_cpu_supports("avx512vbmi2") &&
                         __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("bmi") &&
                         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  if (!runs_here) return nullptr;
  return std::make_unique<lanes::LanesEngine<Search, Batch, PuzzleNote, kMaxBatch>>();
}

}  // namespace sudoku

#else

namespace sudoku {

std::unique_ptr<Engine> make_lanes_avx512(const EngineOptions&) {
  return nullptr;
}

}  // namespace sudoku

#endif
