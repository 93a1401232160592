// The inner loops of engines/bandjoin in AVX-512.

#include <cstddef>
#include <cstdint>

#include "engines/bandjoin/kernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

#if !defined(__clang__)  // g++ 12 means its own header
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "engines/bandjoin/begin_avx512.h"

namespace sudoku::bandjoin {
namespace {
#include "engines/bandjoin/vec_avx2.h"
// The other files need those vectors first.
#include "engines/bandjoin/kernel.h"
#include "engines/bandjoin/vec_avx512.h"

std::uint64_t contract(const Contraction& work) {
  switch (work.lanes) {
    case 8:
      return contract_rows<Words8, 1, 8>(work);
    case 16:
      return contract_rows<Words16, 1, 16>(work);
    case 32:
      return contract_rows<Words32, 1, 32>(work);
    default:
      return contract_rows<Words32, 2, 64>(work);
  }
}

void transpose(const std::uint16_t* const* rows, std::size_t lanes, std::size_t columns,
               std::uint16_t* out) {
  for (std::size_t column = 0; column < columns; column += 8) {
    std::size_t lane = 0;
    for (; lane + 32 <= lanes; lane += 32) {
      transpose_32x8(rows + lane, column, lanes, out + column * lanes + lane);
    }
    for (; lane < lanes; lane += 8) {
      transpose_8x8(rows + lane, column, lanes, out + column * lanes + lane);
    }
  }
}

}  // namespace
}  // namespace sudoku::bandjoin

#include "engines/lanes/end_target.h"

namespace sudoku::bandjoin {

const Kernels* kernels_avx512() {
  static constexpr Kernels kKernels{contract, transpose};
  const bool runs_here = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                         __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("bmi") &&
                         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  return runs_here ? &kKernels : nullptr;
}

}  // namespace sudoku::bandjoin

#else

namespace sudoku::bandjoin {

const Kernels* kernels_avx512() {
  return nullptr;
}

}  // namespace sudoku::bandjoin

#endif
