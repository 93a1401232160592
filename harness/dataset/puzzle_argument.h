#pragma once

#include <string_view>

namespace sudoku {

/// Returns whether an argument is a puzzle and not the name of a file. A puzzle is a line with all
/// cells of a board. A text of at least 54 characters is also one if at least 90 % of them are
/// cells of a 9x9 board, because it is probably a puzzle with an error.
bool is_puzzle_argument(std::string_view text);

}  // namespace sudoku
