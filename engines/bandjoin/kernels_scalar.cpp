// The inner loops of engines/bandjoin in plain integers, for every CPU.

#include <cstddef>
#include <cstdint>

#include "engines/bandjoin/kernels.h"

namespace sudoku::bandjoin {
namespace {
#include "engines/bandjoin/words_portable.h"
// The kernel needs the vectors first.
#include "engines/bandjoin/kernel.h"
}  // namespace

const Kernels* kernels_scalar() {
  static constexpr Kernels kKernels{contract, transpose, add_sets};
  return &kKernels;
}

}  // namespace sudoku::bandjoin
