#pragma once

#include "engines/grid.h"

namespace sudoku {

/// The one puzzle that stands for all isomorphs of `puzzle`, complete grids and puzzles without a
/// solution included: two puzzles are isomorphic if and only if they have the same canonical form.
///
/// It is the "minlex" form of the players' forum (forum.enjoysudoku.com): of all isomorphs, under
/// all 2 * 6^8 * 9! symmetries, the one whose 81 characters come first in lexicographic order, an
/// empty cell before any digit. It is exact. Time and memory grow with the number of arrangements
/// of the board that begin with the same least rows: few in a puzzle, tens of thousands in a
/// complete grid. Thread-safe.
Grid canonical_form(const Grid& puzzle);

}  // namespace sudoku
