#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engines/grid.h"
#include "engines/random.h"

namespace sudoku {

// The {-k+k} search of the players' forum: of a puzzle with one solution, k clues are dropped, and
// k others added that leave one solution again. The solutions in between are listed once; which
// clues to add is then a matter of counting, without another search.

/// The puzzle without `count` of its clues, each set of them equally likely.
Grid drop_clues(const Grid& puzzle, int count, Random& random);

/// The puzzle with at most `count` clues more, so that just one of `solutions`, which are all that
/// it has, is left: each but the last leaves some of them, any such clue equally likely, and the
/// last leaves one. Nothing if there is no such last clue. The order of `solutions` does not
/// matter.
std::optional<Grid> add_clues(const Grid& puzzle, std::span<const Grid> solutions, int count,
                              Random& random);

}  // namespace sudoku
