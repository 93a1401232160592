#pragma once

#include <string>
#include <string_view>

namespace sudoku {

// JSON holds UTF-8 alone, names of files any bytes. Text that is no UTF-8 stands in JSON as the
// data URL of its bytes (RFC 2397), `data:,caf%E9.txt`; so does text that looks like one. All other
// text stands as it is.

std::string to_json_text(std::string_view text);

/// The text that `to_json_text` was given.
std::string from_json_text(std::string_view json_text);

}  // namespace sudoku
