#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/results/column_text.h"
#include "harness/results/csv_table.h"
#include "harness/stats/rows.h"

namespace sudoku {

// Rows of the result files as text, with their line end: RFC 4180 quoting, LF, whole numbers in
// decimal digits, other numbers in the shortest form that reads back to the same value, whatever
// the locale; and back. The only place that knows the columns.

std::vector<ColumnText> runs_columns();
std::vector<ColumnText> summary_columns();
std::vector<ColumnText> blocks_columns();
std::vector<ColumnText> puzzles_columns();

void append_row(std::string& rows, const RunRow& record);
void append_row(std::string& rows, const SummaryRow& record);
void append_row(std::string& rows, const BlockRow& record);
void append_row(std::string& rows, const PuzzleRow& record);

/// Reads the row at which a table stands. Throws InputError.
template <typename Record>
using RowReader = std::function<Record(const CsvTable& table)>;

// Readers of a file, whose header they look into once. They throw InputError for a column that is
// missing, unless earlier versions did not write it.

RowReader<RunRow> run_reader(const CsvTable& table);
/// Without what follows from other columns, or from other files: times of blocks and puzzles.
RowReader<SummaryRow> summary_reader(const CsvTable& table);
/// The names in blocks and puzzles are those of the table, and last as long as its row.
RowReader<BlockRow> block_reader(const CsvTable& table);
RowReader<PuzzleRow> puzzle_reader(const CsvTable& table);

}  // namespace sudoku
