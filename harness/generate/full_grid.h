#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "engines/engine.h"
#include "engines/grid.h"
#include "engines/random.h"
#include "harness/generate/plan.h"
#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

// Random solved grids. The result depends only on the random numbers.

/// Fills the cells row by row with random candidates, and starts again if a cell has none. Not
/// uniform: grids with few candidates on the way are more likely.
Grid full_grid_lasvegas(Random& random, GenerateEffort& effort);

/// Fills the cells row by row with random candidates, and backtracks if a cell has none. Not
/// uniform.
Grid full_grid_backtrack(Random& random, GenerateEffort& effort);

/// Draws each of the 6,670,903,752,021,072,936,960 grids with exactly the same probability. The
/// proof is in full_grid_uniform.cpp.
Grid full_grid_uniform(Random& random, GenerateEffort& effort);

/// Draws a 9x9 grid by the given method.
Grid full_grid(GridMethod method, Random& random, GenerateEffort& effort);

/// Draws full grids of any shape. It places random candidates in a random quarter of the cells,
/// lets an engine complete the board, and applies a random isomorphism. Isomorphic grids are
/// equally likely, but classes of isomorphs are not. Not thread-safe.
class GridCompleter {
 public:
  explicit GridCompleter(const Shape& shape);

  /// Returns nullopt once `stop` is set.
  std::optional<OwnedBoard> draw(Random& random, GenerateEffort& effort,
                                 const std::atomic<bool>& stop);

 private:
  bool draw_clues(Random& random, GenerateEffort& effort);

  HousesOfShape houses_;
  OwnedBoard clues_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace sudoku
