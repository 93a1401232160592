#include "engines/bandjoin/kernels.h"

#include <initializer_list>

#include "engines/isa/cpu.h"

namespace sudoku::bandjoin {

const Kernels* kernels_scalar() { return &kScalarKernels; }

#if defined(__x86_64__)
const Kernels* kernels_avx2() { return isa::runs_avx2() ? &kAvx2Kernels : nullptr; }
const Kernels* kernels_avx512() { return isa::runs_avx512_vnni() ? &kAvx512Kernels : nullptr; }
#else
const Kernels* kernels_avx2() { return nullptr; }
const Kernels* kernels_avx512() { return nullptr; }
#endif

const Kernels& fastest_kernels() {
  for (const Kernels* kernels : {kernels_avx512(), kernels_avx2()}) {
    if (kernels != nullptr) return *kernels;
  }
  return *kernels_scalar();
}

}  // namespace sudoku::bandjoin
