#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engines/board.h"

namespace sudoku {

/// Returns the error message if a text that begins with `head` is not a dataset, such as a web
/// page, or if its boards need another shape than `given`. The message continues the name of the
/// file. Returns an empty text otherwise.
std::string describe_foreign_text(std::string_view head, const std::optional<Shape>& given);

}  // namespace sudoku
