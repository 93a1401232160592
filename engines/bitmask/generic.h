// The body of the variants of bitmask for 9x9: compiles the search for one instruction set and
// defines the function that makes the engine. In addition to the names in isa/variant.h, the
// variant defines before it includes this:
//   SUDOKU_IS_SUPPORTED  function that checks the CPU
//   SUDOKU_MAKE          function to define

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "engines/bitmask/cell_set.h"
#include "engines/bitmask/variants.h"
#include "engines/grid.h"
#include "engines/isa/cpu.h"
#include "engines/search_engine.h"

#define SUDOKU_TECHNIQUE bitmask
#define SUDOKU_SEARCH "engines/bitmask/search.h"
#include "engines/isa/variant.h"

namespace sudoku::bitmask {

std::unique_ptr<Engine> SUDOKU_MAKE([[maybe_unused]] SearchEffort effort) {
#ifdef SUDOKU_VECTORS
  if (SUDOKU_IS_SUPPORTED()) {
    if (effort == SearchEffort::thorough) {
      return std::make_unique<SearchEngine<Search<SearchEffort::thorough>>>();
    }
    return std::make_unique<SearchEngine<Search<SearchEffort::usual>>>();
  }
#endif
  return nullptr;
}

}  // namespace sudoku::bitmask
