#pragma once

#include <string>
#include <string_view>

namespace sudoku {

/// Appends text as a field of comma-separated values (RFC 4180): in quotes where it needs them,
/// also because readers take blanks around a field for none of it.
void append_csv_field(std::string& line, std::string_view text);

}  // namespace sudoku
