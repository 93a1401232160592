// Candidate masks. Boards of 9x9 by those of each digit, bitmask/search.h, in what this CPU has;
// other shapes by those of each group, bitmask/group_masks.cpp.

#include "engines/bitmask/variants.h"
#include "engines/isa/cpu.h"
#include "engines/registry.h"

namespace sudoku {

std::unique_ptr<Engine> make_bitmask(const EngineOptions& options) {
#if defined(__x86_64__)
  if (isa::runs_avx512_vbmi2()) return bitmask::make_avx512(options.effort);
  if (isa::runs_avx2()) return bitmask::make_avx2(options.effort);
#endif
  return bitmask::make_any_cpu(options.effort);
}

}  // namespace sudoku
