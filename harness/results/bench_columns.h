#pragma once

#include <functional>
#include <string>

#include "harness/results/csv_table.h"
#include "harness/results/record.h"

namespace sudoku {

// Rows of the result files as text, with their line end: RFC 4180 quoting, LF, whole numbers in
// decimal digits, other numbers in the shortest form that reads back to the same value, whatever
// the locale; and back. The only place that knows the names and the order of the columns.

std::string runs_header();
std::string blocks_header();
std::string puzzles_header();
std::string summary_header();

std::string to_csv(const RunRecord& record);
std::string to_csv(const BlockRecord& record);
std::string to_csv(const PuzzleRecord& record);
std::string to_csv(const SummaryRecord& record);

/// Reads the row at which a table stands. Throws InputError.
template <typename Record>
using RowReader = std::function<Record(const CsvTable& table)>;

// Readers of a file, whose header they look into once. They throw InputError for a column that is
// missing, unless earlier versions did not write it.

/// Of a version that wrote only the sum of both, all errors are wrong or all are disagreements, as
/// the verdict says.
RowReader<RunRecord> run_reader(const CsvTable& table);
/// Without what follows from other columns, or from other files: times of blocks and puzzles.
RowReader<SummaryRecord> summary_reader(const CsvTable& table);
RowReader<BlockRecord> block_reader(const CsvTable& table);
RowReader<PuzzleRecord> puzzle_reader(const CsvTable& table);

/// Whether the row of runs.csv or summary.csv at which the table stands has these totals, as far
/// as its version writes them.
bool has_totals(const CsvTable& table, const Totals& totals);

}  // namespace sudoku
