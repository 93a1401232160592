#include "engines/bandjoin/kernels.h"

#include <initializer_list>

namespace sudoku::bandjoin {

const Kernels& fastest_kernels() {
  for (const Kernels* kernels : {kernels_avx512(), kernels_avx2()}) {
    if (kernels != nullptr) return *kernels;
  }
  return *kernels_scalar();
}

}  // namespace sudoku::bandjoin
