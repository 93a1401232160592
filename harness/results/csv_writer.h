#pragma once

#include <string>

#include "harness/results/record.h"

namespace sudoku {

// Rows of the result files as text, with their line end: RFC 4180 quoting, LF, whole numbers in
// decimal digits, other numbers in the shortest form that reads back to the same value, whatever
// the locale. The only place that knows the names and the order of the columns.

std::string runs_header();
std::string blocks_header();
std::string puzzles_header();
std::string summary_header();

std::string to_csv(const RunRecord& record);
std::string to_csv(const BlockRecord& record);
std::string to_csv(const PuzzleRecord& record);
std::string to_csv(const SummaryRecord& record);

}  // namespace sudoku
