// The search of search.h in AVX-512, which has three operands to a logical operation, and more of
// them, for vectors of AVX2, too.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "engines/bitmask/cell_set.h"
#include "engines/bitmask/engine.h"
#include "engines/bitmask/variants.h"

#if defined(__x86_64__)

#include "engines/isa/intrinsics.h"
// It comes before the bracket.
#include "engines/isa/begin_avx512_vbmi2.h"

namespace sudoku::bitmask {
namespace {
#include "engines/bitmask/vec_avx2.h"
// The search needs the vectors first.
#include "engines/bitmask/search.h"
}  // namespace
}  // namespace sudoku::bitmask

#include "engines/isa/end_target.h"

namespace sudoku::bitmask {

std::unique_ptr<Engine> make_avx512(SearchEffort effort) {
  if (effort == SearchEffort::thorough) {
    return std::make_unique<BitmaskEngine<Search<SearchEffort::thorough>>>();
  }
  return std::make_unique<BitmaskEngine<Search<SearchEffort::usual>>>();
}

}  // namespace sudoku::bitmask

#endif
