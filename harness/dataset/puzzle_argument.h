#pragma once

#include <string_view>

namespace sudoku {

/// Whether an argument is a puzzle rather than the name of a file: a line with all cells of a
/// board, or at least 54 characters of which 90 % are cells of a 9x9 board.
bool is_puzzle_argument(std::string_view text);

}  // namespace sudoku
