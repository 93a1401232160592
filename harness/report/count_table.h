#pragma once

#include <string>

#include "harness/results/count_result.h"

namespace sudoku {

/// Formats the result of a count as a table of puzzles by their number of solutions.
std::string format_table(const CountResult& count);

/// Reports on standard error how many counts differ from what the dataset expects and from what
/// another engine finds.
void report_mismatches(const SummaryRow& row);

}  // namespace sudoku
