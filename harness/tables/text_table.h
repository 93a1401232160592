#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace sudoku {

/// A width that every table fits.
inline constexpr std::size_t kAnyWidth = std::numeric_limits<std::size_t>::max();

/// A table for people. Each row has one cell per column.
struct TextTable {
  struct Column {
    std::string name;
    /// 0: always shown. A narrow table leaves out the other columns, the highest rank first.
    int rank = 0;
    bool is_text = false;  ///< texts are left-aligned, numbers right-aligned
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

/// Leaves out columns until the lines of the table have at most `width` characters. If that is
/// impossible, only the columns of rank 0 remain.
TextTable fit_columns(TextTable table, std::size_t width);

void remove_column(TextTable& table, std::string_view name);

/// Formats the header and the rows as lines without line ends. Columns are as wide as their widest
/// cell.
std::vector<std::string> align_columns(const TextTable& table);

/// Breaks a text between words into lines that end before column `width`. The caller prints the
/// text from column `indent` on. The other lines begin with as many blanks.
std::string wrap(const std::string& text, std::size_t width, std::size_t indent);

// Format a value with a unit and three digits:

/// As in `1.25 ms`.
std::string format_time(double ns);

/// As in `1.25 MiB`.
std::string format_bytes(double bytes);

/// As in `3.35 k/s`.
std::string format_rate(double per_second);

/// Formats a factor with three significant digits, as in `0.981`, `1.25` or `19,300`.
std::string format_factor(double factor);

}  // namespace sudoku
