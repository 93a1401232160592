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
/// is one of them. Allows both digits in all cells of an unavoidable set of two digits: the set
/// that needs the fewest changes. Adds as many other clues from `solution` as it removes, if there
/// are enough empty cells. If the puzzle has candidates, eliminates as many others as it adds.
OwnedBoard without_uniqueness(const Board& puzzle, const Board& solution);

}  // namespace sudoku
