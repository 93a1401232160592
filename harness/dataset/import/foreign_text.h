#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engines/board.h"

namespace sudoku {

/// Returns an error message if a text that begins with `head` cannot be read as a dataset. Examples
/// are web pages, compressed puzzles, boards side by side, and Latin squares if no shape is
/// `given`. The message follows the name of the file. Returns an empty text otherwise.
std::string describe_foreign_text(std::string_view head, const std::optional<Shape>& given);

}  // namespace sudoku
