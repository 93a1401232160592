#pragma once

#include <string>

#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Returns a note if most boards have no solution with their boxes, but have one with turned boxes,
/// such as 4x3 instead of 3x4, or as Latin squares. The boards have the same size in each case, and
/// most files do not name the case. A board that needs more than 2000 guesses does not support
/// the note. Returns an empty text otherwise.
std::string note_other_boxes(const Boards& boards);

}  // namespace sudoku
