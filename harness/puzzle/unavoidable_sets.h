#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/board.h"
#include "engines/houses.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Returns the minimal unavoidable sets of the two digits in a solved board: sets of cells in which
/// the two digits can be swapped. A puzzle that has clues in all other cells has 2^sets solutions.
/// Each set is in breadth-first order from its first cell.
std::vector<std::vector<std::size_t>> unavoidable_sets(const HousesOfShape& houses,
                                                       const Board& solved, std::uint8_t a,
                                                       std::uint8_t b);

/// Returns a variant of a puzzle with at least two solutions. `solution` must solve the puzzle and
/// is one of them. Removes the clues of the unavoidable set of two digits that has the fewest
/// clues. Adds as many other clues from `solution` if there are enough empty cells.
OwnedBoard without_uniqueness(const Board& puzzle, const Board& solution);

}  // namespace sudoku
