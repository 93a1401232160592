// The lanes of engines/lanes in Neon: 8 boards a block.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "engines/lanes/engine.h"
#include "engines/lanes/limits.h"
#include "engines/registry.h"

#if defined(__aarch64__)

#include <arm_neon.h>

namespace sudoku {
namespace {
#include "engines/lanes/vec_neon.h"
// The kernel needs the vectors first.
#include "engines/lanes/kernel.h"
}  // namespace

std::unique_ptr<Engine> make_lanes_neon(const EngineOptions&) {
  return std::make_unique<lanes::LanesEngine<Search, Batch, PuzzleNote, kMaxBatch>>();
}

}  // namespace sudoku

#else

namespace sudoku {

std::unique_ptr<Engine> make_lanes_neon(const EngineOptions&) {
  return nullptr;
}

}  // namespace sudoku

#endif
