#include "harness/count/puzzle_counts.h"

#include <optional>

#include <fmt/format.h>
#include <xxhash.h>

#include "harness/base/errors.h"
#include "harness/base/text_digest.h"
#include "harness/results/columns.h"
#include "harness/results/csv_table.h"

namespace sudoku {
namespace {

struct PuzzleCount {
  std::uint64_t line = 0;
  OwnedBoard puzzle;
  std::optional<SolutionCount> count;
};

constexpr Column<PuzzleCount> kColumns[] = {
    column<&PuzzleCount::line>({"line", "", "in the dataset, from 1"}),
    column<&PuzzleCount::puzzle>(
        {"puzzle", "", "as in puzzles.csv of bench, of the shape in counts.csv"}),
    column<&PuzzleCount::count>(
        {"count", "solutions", "at most `max_solutions`; empty after a timeout"}),
};

/// Appends a row, and adds its size and digest to the totals.
void append_row(std::string& rows, const PuzzleCount& row, CountTotals& totals) {
  const std::size_t begin = rows.size();
  append_fields(rows, kColumns, row);
  end_row(rows);
  totals.puzzles_csv_bytes += rows.size() - begin;
  totals.puzzles_csv_digest += XXH3_64bits(&rows[begin], rows.size() - begin);
}

void read_rows(CsvTable& table, const std::string& path, const CountRecord& record,
               const std::function<void(std::string_view row)>& append) {
  const PartReader reader(table, kColumns);
  PuzzleCount row{0, OwnedBoard(record.task.shape), {}};
  CountTotals found;
  while (table.next()) {
    const std::uint64_t last_line = row.line;
    reader.read(table, row);
    if (row.line <= last_line) {
      table.refuse(table.column("line"), "not greater than in the previous row");
    }
    std::string text;
    append_row(text, row, found);
    ++found.puzzles;
    append(text);
  }
  const CountTotals& recorded = record.totals;
  if (found.puzzles != recorded.puzzles) {
    throw InputError(path, fmt::format("{} rows, but counts.csv has {} puzzles", found.puzzles,
                                       recorded.puzzles));
  }
  if (found.puzzles_csv_bytes != recorded.puzzles_csv_bytes ||
      found.puzzles_csv_digest != recorded.puzzles_csv_digest) {
    throw InputError(path, "the rows do not match counts.csv");
  }
}

}  // namespace

std::vector<ColumnText> puzzle_counts_columns() { return texts_of(kColumns); }

std::string puzzle_counts_header() { return header_of(puzzle_counts_columns()); }

std::string puzzle_counts_rows(const PuzzleBlock& block, std::span<const SolveResult> results,
                               CountTotals& totals) {
  std::string rows;
  for (std::size_t i = 0; i < results.size(); ++i) {
    PuzzleCount row{block.lines[i], block.puzzles[i], {}};
    if (is_solved(results[i])) row.count = results[i].solutions;
    append_row(rows, row, totals);
  }
  return rows;
}

void read_puzzle_counts(const std::string& path, const CountRecord& record,
                        const std::function<void(std::string_view row)>& append) {
  CsvTable table(path);
  read_rows(table, path, record, append);
}

std::uint64_t verify_puzzle_counts(const std::string& path, const CountRecord& record) {
  const std::uint64_t bytes = puzzle_counts_header().size() + record.totals.puzzles_csv_bytes;
  CsvTable table(path, bytes);
  TextDigest written;
  written.add(puzzle_counts_header());
  read_rows(table, path, record, [&](std::string_view row) { written.add(row); });
  table.expect_digest(written.value());
  return bytes;
}

}  // namespace sudoku
