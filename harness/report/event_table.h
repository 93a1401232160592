#pragma once

#include <span>
#include <string>

#include "harness/stats/rows.h"

namespace sudoku {

/// Formats the event counts as a table with a line per engine. Empty if nothing was counted.
std::string format_events(std::span<const SummaryRow* const> rows);

}  // namespace sudoku
