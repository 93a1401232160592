#pragma once

#include "engines/grid.h"

namespace sudoku {

/// Whether every row, column and box of `solution` holds the digits 1 to 9 once and every clue of
/// `puzzle` stands in it unchanged. The judge of all engines: it shares no code or table with them.
bool is_solution_of(const Grid& solution, const Grid& puzzle);

}  // namespace sudoku
