#pragma once

#include "engines/board.h"
#include "harness/puzzle/owned_board.h"

namespace sudoku {

/// Returns a puzzle with at least two solutions, one of which is `solution`, made from a puzzle
/// that it solves. The clues in one unavoidable set of two digits are removed: the set with the
/// fewest clues. As far as there is room, other cells of `solution` become clues in their place, so
/// that the number of clues stays.
OwnedBoard without_uniqueness(const Board& puzzle, const Board& solution);

}  // namespace sudoku
