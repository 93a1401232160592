#pragma once

#include <string_view>

namespace sudoku {

/// Returns the error message if a text that begins with `head` is not a dataset, such as a web
/// page. Returns an empty text otherwise.
std::string_view describe_foreign_text(std::string_view head);

}  // namespace sudoku
