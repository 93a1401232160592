#pragma once

#include <string>

#include "engines/board.h"

namespace sudoku {

/// Returns the first house in which a digit is given more than once, such as `two 5s in row 1`.
/// Rows, columns and boxes are numbered from 1, boxes from left to right and top to bottom. Returns
/// an empty text if there is no such house.
std::string describe_clashing_clues(const Board& puzzle);

}  // namespace sudoku
