// The inner loops of engines/bandjoin in AVX2.

#include <cstddef>
#include <cstdint>

#include "engines/bandjoin/kernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include "engines/lanes/begin_avx2.h"

namespace sudoku::bandjoin {
namespace {
#include "engines/bandjoin/vec_avx2.h"
// The other files need those vectors first.
#include "engines/bandjoin/kernel.h"

std::uint64_t contract(const Contraction& work) {
  if (work.lanes == 8) return contract_lanes<Words8, 1>(work, 0);
  std::uint64_t total = 0;
  std::size_t lane = 0;
  for (; lane + 32 <= work.lanes; lane += 32) total += contract_lanes<Words16, 2>(work, lane);
  for (; lane < work.lanes; lane += 16) total += contract_lanes<Words16, 1>(work, lane);
  return total;
}

void transpose(const std::uint16_t* const* rows, std::size_t lanes, std::size_t columns,
               std::uint16_t* out) {
  for (std::size_t column = 0; column < columns; column += 8) {
    for (std::size_t lane = 0; lane < lanes; lane += 8) {
      transpose_8x8(rows + lane, column, lanes, out + column * lanes + lane);
    }
  }
}

}  // namespace
}  // namespace sudoku::bandjoin

#include "engines/lanes/end_target.h"

namespace sudoku::bandjoin {

const Kernels* kernels_avx2() {
  static constexpr Kernels kKernels{16, contract, transpose};
  const bool runs_here = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  return runs_here ? &kKernels : nullptr;
}

}  // namespace sudoku::bandjoin

#else

namespace sudoku::bandjoin {

const Kernels* kernels_avx2() {
  return nullptr;
}

}  // namespace sudoku::bandjoin

#endif
