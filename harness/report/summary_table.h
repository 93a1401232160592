#pragma once

#include <span>
#include <string>

#include "harness/stats/rows.h"

namespace sudoku {

/// The rows of one dataset as a table for people: whose answers are wrong, if any are; the fastest
/// first, those that were cut short and those that are wrong last; who agrees, and how much faster
/// one is than another. `use_color` marks faults and verdicts with terminal colours.
std::string format_table(std::span<const SummaryRow> rows, bool use_color);

/// With a unit and three digits, as in `1.25 ms`.
std::string format_time(double ns);

/// With a unit and three digits, as in `1.25 MiB`.
std::string format_bytes(double bytes);

/// With a unit and three digits, as in `3.35 k/s`.
std::string format_rate(double per_second);

}  // namespace sudoku
