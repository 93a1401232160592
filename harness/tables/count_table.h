#pragma once

#include <string>

#include "harness/results/saved_run.h"

namespace sudoku {

/// Formats the result of a count as a table of puzzles by their number of solutions.
std::string format_table(const CountResult& count);

/// Writes two numbers to standard error: how many counts contradict the dataset, and how many
/// contradict the engine of --check. Leaves out a number that is 0.
void report_mismatches(const SummaryRow& row);

}  // namespace sudoku
