#pragma once

#include <string>

#include "harness/count/count_record.h"

namespace sudoku {

/// What has been counted, as a table for people.
std::string format_table(const CountRecord& record);

/// Whether counts are known to be wrong, or else what the dataset expects of them.
bool has_mismatches(const CountTotals& totals);

/// A line that says how many; empty where there are none.
std::string format_mismatches(const CountTotals& totals);

}  // namespace sudoku
