#pragma once

#include <span>
#include <string>

#include "harness/measure/runner.h"
#include "harness/stats/rows.h"

namespace sudoku {

/// Formats the rows of one dataset as a table with remarks. Order: wrong answers, the table with
/// the fastest engine first, event counts, agreement, speedups. `use_color` colours faults and
/// verdicts for a terminal.
std::string format_table(std::span<const SummaryRow> rows, bool use_color);

/// Formats the event counts as a table with a line per engine. Empty if nothing was counted.
std::string format_events(std::span<const SummaryRow* const> rows);

/// Adds remarks on the baseline to `format_table`. `requested` is from --baseline, or empty.
std::string describe_dataset(std::span<const SummaryRow> rows, const std::string& requested,
                             std::span<const Solver> solvers, bool use_color);

}  // namespace sudoku
