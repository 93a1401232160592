#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "harness/stats/rows.h"
#include "harness/tables/text_table.h"

namespace sudoku {

/// How tables look.
struct TableStyle {
  std::size_t width = kAnyWidth;  ///< columns that make lines longer are left out
  bool use_color = false;         ///< for faults and verdicts, on a terminal
};

/// Formats the rows of one dataset as a table with remarks. Order: wrong answers, the table with
/// the fastest engine first, engines that did not run, event counts, agreement, speedups.
std::string format_table(std::span<const SummaryRow> rows, const TableStyle& style);

}  // namespace sudoku
