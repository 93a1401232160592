#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "harness/results/columns.h"
#include "harness/results/csv_table.h"
#include "harness/stats/rows.h"

namespace sudoku {

/// Returns the columns of the result file that has rows of this type: RunRow, SummaryRow,
/// BlockRow or PuzzleRow. Floating-point numbers are written in the shortest form that reads back
/// to the same value. Columns that are derived from others, such as medians and speedups, are not
/// read back. After a row of blocks or puzzles is read, its names are valid until the next row.
template <typename Row>
std::span<const Column<Row>> row_columns();

template <>
std::span<const Column<RunRow>> row_columns<RunRow>();
template <>
std::span<const Column<SummaryRow>> row_columns<SummaryRow>();
template <>
std::span<const Column<BlockRow>> row_columns<BlockRow>();
template <>
std::span<const Column<PuzzleRow>> row_columns<PuzzleRow>();

/// Reads the rows of a result file one by one. All members throw InputError and Interrupted.
template <typename Row>
class RowReader : public CsvTable {
 public:
  /// Reads the first row. `blank` has the values that the file lacks.
  explicit RowReader(const std::string& path,
                     std::span<const Column<Row>> columns = row_columns<Row>(), Row blank = {})
      : CsvTable(path), reader_(*this, columns), blank_(std::move(blank)) {
    advance();
  }

  /// Returns the current row; nullopt after the last one.
  std::optional<Row>& row() { return row_; }
  void advance() {
    row_.reset();
    if (next()) reader_.read(*this, row_.emplace(blank_));
  }

 private:
  PartReader<Row> reader_;
  Row blank_;
  std::optional<Row> row_;
};

/// Returns the header of the file, with its line end.
template <typename Row>
std::string row_header() {
  return header_of(row_columns<Row>());
}

/// Appends a row with its line end.
template <typename Row>
void append_row(std::string& text, const Row& row) {
  append_fields(text, row_columns<Row>(), row);
  end_row(text);
}

/// Returns the rows as lines of the file.
template <typename Row>
std::string csv_rows(std::span<const Row> rows) {
  std::string text;
  for (const Row& row : rows) append_row(text, row);
  return text;
}

/// Returns the rows of puzzles.csv for a block.
std::string puzzle_csv(const BlockSample& sample, const BlockNames& names);

}  // namespace sudoku
