#pragma once

#include <cstddef>
#include <vector>

#include "engines/board.h"
#include "engines/random.h"

namespace sudoku {

/// Returns a random pattern of that many holes in a square of cells: for each cell, whether it is a
/// hole. The numbers of holes of two rows differ by at most one, and likewise for columns. All such
/// patterns are about equally likely.
std::vector<bool> balanced_holes(std::size_t side, std::size_t holes, Random& random);

}  // namespace sudoku
