#pragma once

#include "engines/board.h"

namespace sudoku {

/// Returns whether `solution` has each digit once in every row, column and box, and obeys every
/// clue and all candidates of `puzzle`. Both boards must have the same shape. The check shares no
/// code or table with the engines that it checks.
bool is_solution_of(const Board& solution, const Board& puzzle);

}  // namespace sudoku
