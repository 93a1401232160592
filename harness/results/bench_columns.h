#pragma once

#include <span>
#include <string>

#include "harness/results/columns.h"
#include "harness/results/csv_table.h"
#include "harness/stats/rows.h"

namespace sudoku {

/// Returns the columns of the result file of bench that has rows of this type: RunRow, SummaryRow,
/// BlockRow or PuzzleRow. Floating-point numbers are written in the shortest form that reads back
/// to the same value. Columns that are derived from others, such as medians and speedups, are not
/// read back. After a row of blocks or puzzles is read, its names are valid until the next row.
template <typename Row>
std::span<const Column<Row>> bench_columns();

template <>
std::span<const Column<RunRow>> bench_columns<RunRow>();
template <>
std::span<const Column<SummaryRow>> bench_columns<SummaryRow>();
template <>
std::span<const Column<BlockRow>> bench_columns<BlockRow>();
template <>
std::span<const Column<PuzzleRow>> bench_columns<PuzzleRow>();

/// Returns the header of the file, with its line end.
template <typename Row>
std::string bench_header() {
  return header_of(texts_of(bench_columns<Row>()));
}

/// Appends a row with its line end.
template <typename Row>
void append_row(std::string& rows, const Row& row) {
  append_fields(rows, bench_columns<Row>(), row);
  end_row(rows);
}

}  // namespace sudoku
