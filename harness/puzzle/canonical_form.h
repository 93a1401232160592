#pragma once

#include "engines/grid.h"

namespace sudoku {

/// Returns the canonical form of a puzzle or of a complete grid. Two puzzles are isomorphic if and
/// only if they have the same canonical form. Thread-safe.
///
/// It is the "minlex" form of the players' forum (forum.enjoysudoku.com), which other programs use
/// too: of all isomorphs under the 2 * 6^8 * 9! symmetries, the one whose 81 characters come first
/// in lexicographic order. An empty cell sorts before any digit.
///
/// Time and memory grow with the number of arrangements that share the least first rows. Typical
/// puzzles have few. Nearly complete puzzles have hundreds, and complete grids that break the rules
/// have tens of thousands. Valid complete grids use canonical_form_of_solution.
Grid canonical_form(const Grid& puzzle);

/// Returns the canonical form of a complete grid that obeys the rules. Thread-safe.
///
/// Of the 2 * 6^8 arrangements it tries only those that can have the least second row, at most 648.
/// Nearly all of them end at their second row. An automorphism, once found, rules out equivalent
/// arrangements.
Grid canonical_form_of_solution(const Grid& solution);

}  // namespace sudoku
