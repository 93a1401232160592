#pragma once

#include "engines/board.h"

namespace sudoku {

/// Whether every row, column and box of `solution` holds each digit once and every clue of `puzzle`
/// stands in it unchanged. Both have the same shape, of any size. The judge of all engines: it
/// shares no code or table with them.
bool is_solution_of(const Board& solution, const Board& puzzle);

}  // namespace sudoku
