// The lanes of engines/lanes in AVX-512 vectors of 256 bits: 16 boards a block. Searches that have
// few boards take less time in them than in those of 512 bits.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "engines/isa/cpu.h"
#include "engines/lanes/engine.h"
#include "engines/lanes/limits.h"
#include "engines/registry.h"

#if defined(__x86_64__)

#include "engines/isa/intrinsics.h"
// It comes before the bracket.
#include "engines/isa/begin_avx512_vbmi2.h"

namespace sudoku {
namespace {
#include "engines/lanes/vec_avx512vl.h"
// The kernel needs the vectors first.
#include "engines/lanes/kernel.h"
}  // namespace
}  // namespace sudoku

#include "engines/isa/end_target.h"

namespace sudoku {

std::unique_ptr<Engine> make_lanes_avx512vl(const EngineOptions&) {
  if (!isa::runs_avx512_vbmi2()) return nullptr;
  return std::make_unique<lanes::LanesEngine<Search, Batch, PuzzleNote, kMaxBatch>>();
}

}  // namespace sudoku

#else

namespace sudoku {

std::unique_ptr<Engine> make_lanes_avx512vl(const EngineOptions&) {
  return nullptr;
}

}  // namespace sudoku

#endif
