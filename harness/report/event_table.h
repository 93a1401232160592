#pragma once

#include <span>
#include <string>

#include "harness/stats/rows.h"

namespace sudoku {

/// What the processor has counted, one line per engine, for people: why one is faster. Empty where
/// nothing was counted.
std::string format_events(std::span<const SummaryRow* const> rows);

}  // namespace sudoku
