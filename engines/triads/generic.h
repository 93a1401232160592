// The body of every triads_<set>.cpp: compiles the search for one instruction set and defines the
// function that makes the engine. The variant defines before it includes this:
//   SUDOKU_LAYOUT            header with node, sweep and splits; undefined on other architectures
//   SUDOKU_BEGIN_TARGET      header that begins the target region
//   SUDOKU_IS_SUPPORTED      function that checks the CPU
//   SUDOKU_MAKE              function to define
//   SUDOKU_LANES_FOR_ONE     function that makes the lanes engine for single puzzles
//   SUDOKU_LANES_FOR_BLOCKS  function that makes the lanes engine for blocks

#include <memory>

#include "engines/isa/cpu.h"
#include "engines/registry.h"
#include "engines/triads/engine.h"

#ifdef SUDOKU_LAYOUT

#include SUDOKU_BEGIN_TARGET

namespace sudoku::triads {
namespace {
#include SUDOKU_LAYOUT
// The search uses the layout.
#include "engines/triads/search.h"
}  // namespace
}  // namespace sudoku::triads

#include "engines/isa/end_target.h"

#endif

namespace sudoku {

std::unique_ptr<Engine> SUDOKU_MAKE(const EngineOptions&) {
#ifdef SUDOKU_LAYOUT
  if (SUDOKU_IS_SUPPORTED()) {
    return std::make_unique<triads::TriadsEngine<triads::Search>>(SUDOKU_LANES_FOR_ONE({}),
                                                                  SUDOKU_LANES_FOR_BLOCKS({}));
  }
#endif
  return nullptr;
}

}  // namespace sudoku
