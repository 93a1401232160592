#pragma once

#include "engines/grid.h"
#include "engines/random.h"
#include "harness/generate/plan.h"

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

}  // namespace sudoku
