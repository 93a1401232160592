// Compiles a search for one instruction set. It is included by the generic.h of a technique, after
// all headers. The technique defines before it includes this:
//   SUDOKU_TECHNIQUE     namespace within `sudoku`
//   SUDOKU_SEARCH        header with the search, included after the vectors
// and a variant of the technique:
//   SUDOKU_VECTORS       header with the vector operations; undefined on other architectures
//   SUDOKU_BEGIN_TARGET  header that begins the target region, if the vectors need one

#ifdef SUDOKU_VECTORS

#ifdef SUDOKU_BEGIN_TARGET
#include SUDOKU_BEGIN_TARGET
#endif

namespace sudoku::SUDOKU_TECHNIQUE {
namespace {
#include SUDOKU_VECTORS
// The search uses the vectors.
#include SUDOKU_SEARCH
}  // namespace
}  // namespace sudoku::SUDOKU_TECHNIQUE

#ifdef SUDOKU_BEGIN_TARGET
#include "engines/isa/end_target.h"
#endif

#endif
