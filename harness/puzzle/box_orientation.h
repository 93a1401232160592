#pragma once

#include <string>

#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Returns a note if most boards have no solution with their boxes, but one with turned boxes, such
/// as 4x3 instead of 3x4, or as Latin squares. All of them give boards of the same size, and most
/// files do not say which they mean. A board that needs more than 2000 guesses counts for none.
/// Returns an empty text otherwise.
std::string note_other_boxes(const Boards& boards);

}  // namespace sudoku
