#pragma once

#include <span>
#include <string>

#include "harness/stats/rows.h"

namespace sudoku {

/// Formats the rows of one dataset as a table with remarks: wrong answers, then the table with the
/// fastest engine first, then agreement and speedups. `use_color` colours faults and verdicts for a
/// terminal.
std::string format_table(std::span<const SummaryRow> rows, bool use_color);

// Format a value with a unit and three digits:

/// As in `1.25 ms`.
std::string format_time(double ns);

/// As in `1.25 MiB`.
std::string format_bytes(double bytes);

/// As in `3.35 k/s`.
std::string format_rate(double per_second);

}  // namespace sudoku
