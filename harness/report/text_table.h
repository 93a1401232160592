#pragma once

#include <string>
#include <vector>

namespace sudoku {

/// Formats rows with equal numbers of cells. Returns lines without line ends. Columns are as wide
/// as their widest cell. The first column is left-aligned, the others are right-aligned.
std::vector<std::string> align_columns(const std::vector<std::vector<std::string>>& rows);

// Format a value with a unit and three digits:

/// As in `1.25 ms`.
std::string format_time(double ns);

/// As in `1.25 MiB`.
std::string format_bytes(double bytes);

/// As in `3.35 k/s`.
std::string format_rate(double per_second);

}  // namespace sudoku
