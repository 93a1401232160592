#pragma once

#include <string>

#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Returns a note if most boards have no solution with their boxes, but one with turned boxes, such
/// as 4x3 instead of 3x4. Both give boards of the same size, and most files do not say which they
/// mean. A board that needs more than 2000 guesses counts for neither. The boxes must not be
/// square. Returns an empty text otherwise.
std::string note_turned_boxes(const Boards& boards);

}  // namespace sudoku
