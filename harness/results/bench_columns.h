#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/results/columns.h"
#include "harness/results/csv_table.h"
#include "harness/stats/rows.h"

namespace sudoku {

// The columns of the result files of bench. Floating-point numbers are written in the shortest form
// that reads back to the same value.

std::vector<ColumnText> runs_columns();
std::vector<ColumnText> summary_columns();
std::vector<ColumnText> blocks_columns();
std::vector<ColumnText> puzzles_columns();

/// Append a row with its line end.
void append_row(std::string& rows, const RunRow& record);
void append_row(std::string& rows, const SummaryRow& record);
void append_row(std::string& rows, const BlockRow& record);
void append_row(std::string& rows, const PuzzleRow& record);

/// Reads the current row of a table. Throws InputError.
template <typename Record>
using RowReader = std::function<Record(const CsvTable& table)>;

// Return the reader of a file. Throw InputError if a column is missing.

RowReader<RunRow> run_reader(const CsvTable& table);
/// Reads no values that are derived from other columns or files, such as medians and speedups.
RowReader<SummaryRow> summary_reader(const CsvTable& table);
/// Names in the rows are valid until the next row is read.
RowReader<BlockRow> block_reader(const CsvTable& table);
RowReader<PuzzleRow> puzzle_reader(const CsvTable& table);

}  // namespace sudoku
