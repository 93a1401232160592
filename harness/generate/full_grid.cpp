#include "harness/generate/full_grid.h"

namespace sudoku {

Grid full_grid(GridMethod method, Random& random, GenerateEffort& effort) {
  switch (method) {
    case GridMethod::lasvegas:
      return full_grid_lasvegas(random, effort);
    case GridMethod::backtrack:
      return full_grid_backtrack(random, effort);
    case GridMethod::uniform:
      break;
  }
  return full_grid_uniform(random, effort);
}

}  // namespace sudoku
