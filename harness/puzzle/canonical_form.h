#pragma once

#include "engines/grid.h"

namespace sudoku {

/// The one puzzle that stands for all isomorphs of `puzzle`, complete grids and puzzles without a
/// solution included: two puzzles are isomorphic if and only if they have the same canonical form.
///
/// It is the "minlex" form of the players' forum (forum.enjoysudoku.com), which other programs of
/// the field print too: of all isomorphs, under all 2 * 6^8 * 9! symmetries, the one whose 81
/// characters, row by row, come first in lexicographic order, an empty cell before any digit. It is
/// exact.
///
/// Cost: time and memory grow with the number of arrangements of the board that begin with the same
/// least rows. They are few in a puzzle, because few rows have as many empty cells at the left, and
/// hundreds where but a few cells are empty. Complete grids that keep the rules go another way, see
/// canonical_solution.h; those that break them have tens of thousands. Thread-safe.
Grid canonical_form(const Grid& puzzle);

}  // namespace sudoku
