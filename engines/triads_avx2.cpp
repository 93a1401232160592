#include "engines/isa/cpu.h"
#include "engines/registry.h"
#include "engines/triads/engine.h"

#if defined(__x86_64__)

#include "engines/isa/intrinsics.h"
// It comes before the bracket.
#include "engines/isa/begin_avx2.h"

namespace sudoku {
namespace {
#include "engines/triads/boxes/cell_split.h"
#include "engines/triads/boxes/split.h"
// The search needs them first.
#include "engines/triads/search.h"
}  // namespace
}  // namespace sudoku

#include "engines/isa/end_target.h"

namespace sudoku {

std::unique_ptr<Engine> make_triads_avx2(const EngineOptions&) {
  if (!isa::runs_avx2()) return nullptr;
  return std::make_unique<triads::TriadsEngine<Search>>(make_lanes_avx2({}), make_lanes_avx2({}));
}

}  // namespace sudoku

#else

namespace sudoku {

std::unique_ptr<Engine> make_triads_avx2(const EngineOptions&) {
  return nullptr;
}

}  // namespace sudoku

#endif
