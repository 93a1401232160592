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

void append_row(std::string& rows, const PuzzleCount& row) {
  append_fields(rows, kColumns, row);
  end_row(rows);
}

/// Adds the current row of the table to `totals`. Returns the row as text.
std::string add_row(const CsvTable& table, const PartReader<PuzzleCount>& reader,
                    const CountTask& task, std::uint64_t& last_line, CountTotals& totals) {
  const std::uint64_t max_solutions = task.max_solutions;
  PuzzleCount row{0, OwnedBoard(task.shape), {}};
  reader.read(table, row);
  if (row.line <= last_line) {
    table.refuse(table.column("line"), "not greater than in the previous row");
  }
  last_line = row.line;
  const bool is_capped = max_solutions != 0 && row.count >= max_solutions;
  if (is_capped && row.count > max_solutions) {
    table.refuse(table.column("count"), "above max_solutions");
  }
  totals.add(row.puzzle, row.count, is_capped);
  std::string text;
  append_row(text, row);
  totals.puzzles_csv_bytes += text.size();
  totals.puzzles_csv_digest += puzzle_counts_digest(text);
  return text;
}

/// Returns whether the totals of the rows equal those of the record.
bool have_equal_rows(const CountTotals& found, const CountTotals& recorded) {
  return found.dataset_digest == recorded.dataset_digest &&
         found.answer_digest == recorded.answer_digest && found.capped == recorded.capped &&
         found.timeouts == recorded.timeouts && found.solutions == recorded.solutions &&
         found.histogram == recorded.histogram &&
         found.puzzles_csv_bytes == recorded.puzzles_csv_bytes &&
         found.puzzles_csv_digest == recorded.puzzles_csv_digest;
}

void read_rows(CsvTable& table, const std::string& path, const CountRecord& record,
               const std::function<void(std::string_view rows)>& append) {
  CountTotals found;
  std::uint64_t last_line = 0;
  const PartReader reader(table, kColumns);
  while (table.next()) {
    const std::string row = add_row(table, reader, record.task, last_line, found);
    append(row);
  }
  const CountTotals& recorded = record.totals;
  if (found.puzzles != recorded.puzzles) {
    throw InputError(path, fmt::format("{} rows, but counts.csv has {} puzzles", found.puzzles,
                                       recorded.puzzles));
  }
  if (!have_equal_rows(found, recorded)) {
    throw InputError(path, "the rows do not match counts.csv");
  }
}

}  // namespace

std::vector<ColumnText> puzzle_counts_columns() { return texts_of(kColumns); }

std::string puzzle_counts_header() { return header_of(puzzle_counts_columns()); }

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

void read_puzzle_counts(const std::string& path, const CountRecord& record,
                        const std::function<void(std::string_view rows)>& append) {
  CsvTable table(path);
  read_rows(table, path, record, append);
}

std::uint64_t verify_puzzle_counts(const std::string& path, const CountRecord& record) {
  const std::uint64_t bytes = puzzle_counts_header().size() + record.totals.puzzles_csv_bytes;
  CsvTable table(path, bytes);
  TextDigest written;
  written.add(puzzle_counts_header());
  read_rows(table, path, record, [&](std::string_view rows) { written.add(rows); });
  table.expect_digest(written.value());
  return bytes;
}

}  // namespace sudoku
