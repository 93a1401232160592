#include "harness/count/puzzle_counts.h"

#include <optional>

#include <fmt/format.h>
#include <xxhash.h>

#include "harness/base/errors.h"
#include "harness/base/text_digest.h"
#include "harness/puzzle/digest.h"
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
    column<&PuzzleCount::line>({"line", "", "of the dataset, from 1"}),
    column<&PuzzleCount::puzzle>(
        {"puzzle", "", "as in the puzzles.csv of bench, of the shape in counts.csv"}),
    column<&PuzzleCount::count>(
        {"count", "solutions",
         "the cap where a puzzle has as many or more; empty after a timeout"}),
};

void append_row(std::string& rows, const PuzzleCount& row) {
  CsvRow(rows).values(kColumns, row).end();
}

/// Adds the row of the table to `totals`, and returns it as it is written.
std::string add_row(const CsvTable& table, const PartReader<PuzzleCount>& reader,
                    const CountTask& task, std::uint64_t& last_line, CountTotals& totals) {
  const std::uint64_t max_solutions = task.max_solutions;
  PuzzleCount row{0, OwnedBoard(task.shape), {}};
  reader.read(table, row);
  if (row.line <= last_line) {
    table.refuse(table.column("line"), "not after the line before it");
  }
  last_line = row.line;
  ++totals.puzzles;
  totals.dataset_digest += puzzle_hash(row.puzzle);
  if (!row.count) {
    ++totals.timeouts;
  } else {
    const SolutionCount count = *row.count;
    const bool is_capped = max_solutions != 0 && count >= max_solutions;
    if (is_capped && count > max_solutions) table.refuse(table.column("count"), "above the cap");
    totals.solutions = sum_of(totals.solutions, count);
    totals.answer_digest += answer_hash(row.puzzle, count);
    if (is_capped) {
      ++totals.capped;
    } else {
      totals.histogram.add(count);
    }
  }
  std::string text;
  append_row(text, row);
  totals.puzzles_csv_bytes += text.size();
  totals.puzzles_csv_digest += puzzle_counts_digest(text);
  return text;
}

/// Whether the totals of the rows are those of the record.
bool is_told(const CountTotals& found, const CountTotals& told) {
  return found.dataset_digest == told.dataset_digest && found.answer_digest == told.answer_digest &&
         found.capped == told.capped && found.timeouts == told.timeouts &&
         found.solutions == told.solutions && found.histogram == told.histogram &&
         found.puzzles_csv_bytes == told.puzzles_csv_bytes &&
         found.puzzles_csv_digest == told.puzzles_csv_digest;
}

}  // namespace

std::vector<ColumnText> puzzle_counts_columns() {
  return texts_of(kColumns);
}

std::string puzzle_counts_header() {
  return header_of(puzzle_counts_columns());
}

std::string puzzle_counts_rows(const PuzzleBlock& block, std::span<const SolveResult> results) {
  std::string rows;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const bool is_counted = is_answered(results[i]);
    append_row(rows, {block.lines[i], block.puzzles[i],
                      is_counted ? std::optional(results[i].solutions) : std::nullopt});
  }
  return rows;
}

std::uint64_t puzzle_counts_digest(std::string_view rows) {
  std::uint64_t digest = 0;
  while (!rows.empty()) {
    const std::string_view row = rows.substr(0, rows.find('\n') + 1);
    digest += XXH3_64bits(row.data(), row.size());
    rows.remove_prefix(row.size());
  }
  return digest;
}

namespace {

void read_rows(CsvTable& table, const std::string& path, const CountRecord& record,
               const std::function<void(std::string_view rows)>& append) {
  CountTotals found;
  std::uint64_t last_line = 0;
  const PartReader reader(table, kColumns);
  while (table.next()) {
    const std::string row = add_row(table, reader, record.task, last_line, found);
    append(row);
  }
  const CountTotals& told = record.totals;
  if (found.puzzles != told.puzzles) {
    throw InputError(
        path, fmt::format("{} rows, but the totals count {} puzzles", found.puzzles, told.puzzles));
  }
  if (!is_told(found, told)) {
    throw InputError(path, "the rows do not match the totals");
  }
}

}  // namespace

void read_puzzle_counts(const std::string& path, const CountRecord& record,
                        const std::function<void(std::string_view rows)>& append) {
  CsvTable table(path);
  read_rows(table, path, record, append);
}

std::uint64_t prove_puzzle_counts(const std::string& path, const CountRecord& record) {
  const std::uint64_t bytes = puzzle_counts_header().size() + record.totals.puzzles_csv_bytes;
  CsvTable table(path, bytes);
  TextDigest written;
  written.add(puzzle_counts_header());
  read_rows(table, path, record, [&](std::string_view rows) { written.add(rows); });
  table.expect_digest(written.value());
  return bytes;
}

}  // namespace sudoku
