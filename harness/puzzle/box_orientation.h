#pragma once

#include <string>

#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Returns a note if most boards have no solution with their boxes, but may have one with turned
/// boxes, such as 4x3 instead of 3x4, or as Latin squares. The boards have the same size in each
/// case, and most files do not name the case. Each search ends after 2000 guesses: a board supports
/// the note if the searches show that it has no solution with its boxes, and do not show the same
/// for the other case. Returns an empty text otherwise.
std::string note_other_boxes(const Boards& boards);

}  // namespace sudoku
