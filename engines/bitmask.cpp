// Candidate masks. Searches 9x9 boards by the masks of each digit (bitmask/search.h), in the best
// instruction set of this CPU. Searches other shapes by the masks of each group
// (bitmask/group_masks.cpp).

#include "engines/bitmask/variants.h"
#include "engines/registry.h"

namespace sudoku {

std::unique_ptr<Engine> make_bitmask(const EngineOptions& options) {
  for (const auto make : {bitmask::make_avx512, bitmask::make_avx2}) {
    if (auto engine = make(options.effort)) return engine;
  }
  return bitmask::make_any_cpu(options.effort);
}

}  // namespace sudoku
