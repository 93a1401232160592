// The body of every lanes_<set>.cpp: compiles the search for one instruction set and defines the
// function that makes the engine. In addition to the names in isa/variant.h, the variant defines
// before it includes this:
//   SUDOKU_IS_SUPPORTED  function that checks the CPU
//   SUDOKU_MAKE          function to define

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "engines/isa/cpu.h"
#include "engines/lanes/batch.h"
#include "engines/lanes/engine.h"
#include "engines/registry.h"

#define SUDOKU_TECHNIQUE lanes
#define SUDOKU_SEARCH "engines/lanes/search.h"
#include "engines/isa/variant.h"

namespace sudoku {

std::unique_ptr<Engine> SUDOKU_MAKE(const EngineOptions&) {
#ifdef SUDOKU_VECTORS
  if (SUDOKU_IS_SUPPORTED()) return std::make_unique<lanes::LanesEngine<lanes::Search>>();
#endif
  return nullptr;
}

}  // namespace sudoku
