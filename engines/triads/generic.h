// The body of every triads_<set>.cpp: compiles the search for one instruction set and defines the
// function that makes the engine. In addition to the names in isa/variant.h, where SUDOKU_VECTORS
// is the header with node, sweep and splits, the variant defines before it includes this:
//   SUDOKU_IS_SUPPORTED      function that checks the CPU
//   SUDOKU_MAKE              function to define
//   SUDOKU_LANES_FOR_ONE     function that makes the lanes engine for single puzzles
//   SUDOKU_LANES_FOR_BLOCKS  function that makes the lanes engine for blocks

#include <memory>

#include "engines/isa/cpu.h"
#include "engines/registry.h"
#include "engines/triads/engine.h"

#define SUDOKU_TECHNIQUE triads
#define SUDOKU_SEARCH "engines/triads/search.h"
#include "engines/isa/variant.h"

namespace sudoku {

std::unique_ptr<Engine> SUDOKU_MAKE(const EngineOptions&) {
#ifdef SUDOKU_VECTORS
  if (SUDOKU_IS_SUPPORTED()) {
    return std::make_unique<triads::TriadsEngine<triads::Search>>(SUDOKU_LANES_FOR_ONE({}),
                                                                  SUDOKU_LANES_FOR_BLOCKS({}));
  }
#endif
  return nullptr;
}

}  // namespace sudoku
