#pragma once

#include <string>
#include <string_view>

namespace sudoku {

/// Text as a field of comma-separated values (RFC 4180): in quotes where it needs them, also
/// because readers take blanks around a field for none of it.
std::string csv_field(std::string_view text);

}  // namespace sudoku
