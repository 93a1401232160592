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

// Solved boards drawn at random. The random numbers alone decide which.

/// Las Vegas: a random candidate for one cell after the other, row by row; where a cell has none,
/// the whole board is begun again. Not every grid is equally likely: one that leaves few candidates
/// on the way is likelier.
Grid full_grid_lasvegas(Random& random, GenerateEffort& effort);

/// The same with backtracking: each cell tries its candidates in random order, and where none is
/// left the last cell goes on with its next one. Not uniform either.
Grid full_grid_backtrack(Random& random, GenerateEffort& effort);

/// Every one of the 6,670,903,752,021,072,936,960 grids equally likely, exactly; the proof stands
/// in full_grid_uniform.cpp.
Grid full_grid_uniform(Random& random, GenerateEffort& effort);

Grid full_grid(GridMethod method, Random& random, GenerateEffort& effort);

/// Draws grids of any shape: a random candidate for each of a quarter of the cells, which are drawn
/// at random too, and an engine completes the board, or the clues are drawn anew. An isomorphism
/// drawn at random makes all grids that are isomorphic equally likely. Not uniform: which of all
/// grids with these clues it is, is the engine's choice. An instance belongs to one thread.
class GridCompleter {
 public:
  explicit GridCompleter(const Shape& shape);

  /// Nothing if `stop` was set.
  std::optional<OwnedBoard> draw(Random& random, GenerateEffort& effort,
                                 const std::atomic<bool>& stop);

 private:
  bool draw_clues(Random& random, GenerateEffort& effort);

  HousesOfShape houses_;
  OwnedBoard clues_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace sudoku
