// The lanes of engines/lanes in plain integers: 16 boards a block, on every CPU.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "engines/lanes/engine.h"
#include "engines/lanes/limits.h"
#include "engines/registry.h"

namespace sudoku {
namespace {
#include "engines/lanes/vec_scalar.h"
// The kernel needs the vectors first.
#include "engines/lanes/kernel.h"
}  // namespace

std::unique_ptr<Engine> make_lanes_scalar(const EngineOptions&) {
  return std::make_unique<lanes::LanesEngine<Search, Batch, PuzzleNote, kMaxBatch>>();
}

}  // namespace sudoku
