#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sudoku {

/// What is said of a column: in the header of its file, and in results/README.md.
struct ColumnText {
  std::string_view name;
  std::string_view unit;     ///< empty where the value has none
  std::string_view meaning;  ///< as Markdown

  friend bool operator==(const ColumnText&, const ColumnText&) = default;
};

/// The first line of a file, with its line end.
std::string header_of(std::span<const ColumnText> columns);

}  // namespace sudoku
