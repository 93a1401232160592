#pragma once

#include <string>

#include "harness/count/count_record.h"

namespace sudoku {

/// Formats the result of a count as a table.
std::string format_table(const CountRecord& record);

/// Returns whether a count differs from the dataset's expectation or from another engine's count.
bool has_mismatches(const CountTotals& totals);

/// Formats the numbers of mismatches, one line per kind. Empty if there are none.
std::string format_mismatches(const CountTotals& totals);

}  // namespace sudoku
