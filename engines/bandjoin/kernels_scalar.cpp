// The inner loops of engines/bandjoin in plain integers, for every CPU.

#include <cstddef>
#include <cstdint>

#include "engines/bandjoin/kernels.h"

namespace sudoku::bandjoin {
namespace {

#include "engines/bandjoin/vec_portable.h"
// The kernel needs the vectors first.
#include "engines/bandjoin/kernel.h"

std::uint64_t contract(const Contraction& work) {
  switch (work.lanes) {
    case 8:
      return contract_rows<Words8, 1, 8>(work);
    case 16:
      return contract_rows<Words8, 1, 16>(work);
    case 32:
      return contract_rows<Words8, 1, 32>(work);
    default:
      return contract_rows<Words8, 1, 64>(work);
  }
}

void transpose(const std::uint16_t* const* rows, std::size_t lanes, std::size_t columns,
               std::uint16_t* out) {
  constexpr std::size_t kBlock = 32;  // columns at a time, so that what is written stays in cache
  for (std::size_t begin = 0; begin < columns; begin += kBlock) {
    const std::size_t end = begin + kBlock < columns ? begin + kBlock : columns;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      for (std::size_t i = begin; i < end; ++i) out[i * lanes + lane] = rows[lane][i];
    }
  }
}

}  // namespace

const Kernels* kernels_scalar() {
  static constexpr Kernels kKernels{contract, transpose};
  return &kKernels;
}

}  // namespace sudoku::bandjoin
