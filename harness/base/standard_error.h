#pragma once

#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace sudoku {

/// Writes to standard error. Where that cannot be written to, nobody is there to be told, and what
/// the program is at goes on.
template <typename... Values>
void print_error(fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = fmt::format(format, std::forward<Values>(values)...);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace sudoku
