#pragma once

#include <string>

#include "harness/count/count_record.h"

namespace sudoku {

/// Formats the result of a count as a table.
std::string format_table(const CountRecord& record);

/// Returns whether a count differs from the dataset's expectation or from another engine's count.
bool has_mismatches(const CountTotals& totals);

/// Reports the numbers of mismatches on standard error, one line per kind.
void report_mismatches(const CountTotals& totals);

}  // namespace sudoku
