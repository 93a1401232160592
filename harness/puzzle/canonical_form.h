#pragma once

#include "engines/grid.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Returns the canonical form of a puzzle or of a complete board. Two puzzles are isomorphic (see
/// Isomorphism) if and only if they have the same canonical form. Thread-safe. On 9x9 without
/// candidates, it is the form of a Grid below.
OwnedBoard canonical_form(const Board& puzzle);

/// Returns the canonical form of a 9x9 puzzle without candidates.
///
/// It is the "minlex" form of the players' forum (forum.enjoysudoku.com), which other programs use
/// too: the lexicographically least of all isomorphs under the 2 * 6^8 * 9! symmetries. An empty
/// cell sorts before any digit.
///
/// Time and memory grow with the number of arrangements that share the least first rows. Typical
/// puzzles have few. Nearly complete puzzles have hundreds, and complete grids that break the rules
/// have tens of thousands.
Grid canonical_form(const Grid& puzzle);

/// Returns the canonical form of all other puzzles: of any shape, with or without candidates.
OwnedBoard refined_canonical_form(const Board& puzzle);

}  // namespace sudoku
