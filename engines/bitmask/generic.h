// The body of the variants of bitmask for 9x9: compiles the search for one instruction set and
// defines the function that makes the engine. The variant defines before it includes this:
//   SUDOKU_VECTORS       header with the vector operations; undefined on other architectures
//   SUDOKU_BEGIN_TARGET  header that begins the target region, if the vectors need one
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

#ifdef SUDOKU_VECTORS

#ifdef SUDOKU_BEGIN_TARGET
#include SUDOKU_BEGIN_TARGET
#endif

namespace sudoku::bitmask {
namespace {
#include SUDOKU_VECTORS
// The search uses the vectors.
#include "engines/bitmask/search.h"
}  // namespace
}  // namespace sudoku::bitmask

#ifdef SUDOKU_BEGIN_TARGET
#include "engines/isa/end_target.h"
#endif

#endif

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
