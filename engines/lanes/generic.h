// The body of every lanes_<set>.cpp: compiles the search for one instruction set and defines the
// function that makes the engine. The variant defines before it includes this:
//   SUDOKU_VECTORS       header with the vector operations; undefined on other architectures
//   SUDOKU_BEGIN_TARGET  header that begins the target region, if the vectors need one
//   SUDOKU_IS_SUPPORTED  function that checks the CPU
//   SUDOKU_MAKE          function to define

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "engines/isa/cpu.h"
#include "engines/lanes/batch.h"
#include "engines/lanes/engine.h"
#include "engines/lanes/limits.h"
#include "engines/registry.h"

#ifdef SUDOKU_VECTORS

#ifdef SUDOKU_BEGIN_TARGET
#include SUDOKU_BEGIN_TARGET
#endif

namespace sudoku::lanes {
namespace {
#include SUDOKU_VECTORS
// The search uses the vectors.
#include "engines/lanes/search.h"
}  // namespace
}  // namespace sudoku::lanes

#ifdef SUDOKU_BEGIN_TARGET
#include "engines/isa/end_target.h"
#endif

#endif

namespace sudoku {

std::unique_ptr<Engine> SUDOKU_MAKE(const EngineOptions&) {
#ifdef SUDOKU_VECTORS
  if (SUDOKU_IS_SUPPORTED()) return std::make_unique<lanes::LanesEngine<lanes::Search>>();
#endif
  return nullptr;
}

}  // namespace sudoku
