#include "engines/isa/cpu.h"
#include "engines/registry.h"
#include "engines/triads/engine.h"
#include "engines/triads/skewed/layout.h"

#if defined(__x86_64__)

#include "engines/isa/intrinsics.h"
// It comes before the bracket.
#include "engines/isa/begin_avx512_vbmi2.h"

namespace sudoku {
namespace {
#include "engines/triads/skewed/cell_split.h"
#include "engines/triads/skewed/split.h"
// The search needs them first.
#include "engines/triads/search.h"
}  // namespace
}  // namespace sudoku

#include "engines/isa/end_target.h"

namespace sudoku {

std::unique_ptr<Engine> make_triads_avx512(const EngineOptions&) {
  if (!isa::runs_avx512_vbmi2()) return nullptr;
  return std::make_unique<triads::TriadsEngine<Search>>(make_lanes_avx512vl({}),
                                                        make_lanes_avx512({}));
}

}  // namespace sudoku

#else

namespace sudoku {

std::unique_ptr<Engine> make_triads_avx512(const EngineOptions&) {
  return nullptr;
}

}  // namespace sudoku

#endif
