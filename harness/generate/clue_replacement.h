#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engines/grid.h"
#include "engines/random.h"

namespace sudoku {

// The {-k+k} neighbourhood of the players' forum: remove k clues from a puzzle with one solution,
// list the solutions of the rest once, and add k clues that leave one of them.

/// Returns the puzzle without `count` randomly chosen clues; every set of clues is equally likely.
Grid drop_clues(const Grid& puzzle, int count, Random& random);

/// Returns the puzzle with at most `count` random clues added, so that exactly one of `solutions`
/// remains. `solutions` are all solutions of the puzzle, in any order. Returns nullopt if no clue
/// leaves exactly one solution in the last step.
std::optional<Grid> add_clues(const Grid& puzzle, std::span<const Grid> solutions, int count,
                              Random& random);

}  // namespace sudoku
