// The inner loops of engines/bandjoin in AVX-512.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "engines/bandjoin/kernels.h"
#include "engines/isa/cpu.h"

#if defined(__x86_64__)

#include "engines/isa/intrinsics.h"
// It comes before the bracket.
#include "engines/isa/begin_avx512_vnni.h"

namespace sudoku::bandjoin {
namespace {
#include "engines/bandjoin/words_avx2.h"
// Each of the files needs those before it.
#include "engines/bandjoin/words_avx512.h"
// The kernel is last.
#include "engines/bandjoin/kernel.h"
}  // namespace
}  // namespace sudoku::bandjoin

#include "engines/isa/end_target.h"

namespace sudoku::bandjoin {

const Kernels* kernels_avx512() {
  static constexpr Kernels kKernels{contract, transpose, add_sets};
  return isa::runs_avx512_vnni() ? &kKernels : nullptr;
}

}  // namespace sudoku::bandjoin

#else

namespace sudoku::bandjoin {

const Kernels* kernels_avx512() {
  return nullptr;
}

}  // namespace sudoku::bandjoin

#endif
