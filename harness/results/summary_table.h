#pragma once

#include <span>
#include <string>

#include "harness/results/record.h"

namespace sudoku {

/// The rows of one dataset as a table for people: fastest first, then who agrees. `use_color` marks
/// verdicts with terminal colours.
std::string format_table(std::span<const SummaryRecord> rows, bool use_color);

/// With a unit and three digits, as in `1.25 ms`.
std::string format_time(double ns);

/// With a unit and three digits, as in `3.35 k/s`.
std::string format_rate(double per_second);

}  // namespace sudoku
