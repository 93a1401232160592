#pragma once

#include <optional>
#include <string_view>

#include "engines/board.h"

namespace sudoku {

/// Returns whether an argument is a puzzle and not the name of a file. A puzzle is a line with all
/// cells or candidates of a board, which has the shape `given` or a usual one. A text of at least
/// 54 characters is also one if at least 90 % of them are cells of a 9x9 board, because it is
/// probably a puzzle with an error.
bool is_puzzle_argument(std::string_view text, const std::optional<Shape>& given = std::nullopt);

}  // namespace sudoku
