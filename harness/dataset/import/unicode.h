#pragma once

#include <string>
#include <string_view>

namespace sudoku {

/// Replaces characters outside of ASCII that people use in boards: digits and letters of full
/// width, middle dots and circles, dashes, blanks, quotes and lines of frames. Removes invisible
/// characters, and keeps all others. Returns `text` itself if it is ASCII, else `buffer`.
std::string_view to_ascii(std::string_view text, std::string& buffer);

}  // namespace sudoku
