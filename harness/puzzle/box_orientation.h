#pragma once

#include <string>

#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Returns a note if most boards have no solution with their boxes, but may have one with turned
/// boxes, such as 4x3 instead of 3x4, or as Latin squares. The boards have the same size in each
/// case, and most files do not name the case. Each search ends after at most 2000 guesses. A
/// board supports the note if its search with its boxes is complete and finds no solution, and the
/// search of the other case is incomplete or finds a solution. Returns an empty text otherwise.
std::string note_other_boxes(const Boards& boards);

}  // namespace sudoku
