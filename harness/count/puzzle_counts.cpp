#include "harness/count/puzzle_counts.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "harness/base/errors.h"
#include "harness/base/text_digest.h"
#include "harness/puzzle/digest.h"
#include "harness/results/csv_table.h"

namespace sudoku {
namespace {

std::string to_row(std::uint64_t line, const Board& puzzle, std::string_view count) {
  return fmt::format("{},{},{}\n", line, format_line(puzzle), count);
}

/// Adds the row of the table to `totals`, and returns it as it is written.
std::string add_row(const CsvTable& table, std::uint64_t max_solutions, std::uint64_t& last_line,
                    CountTotals& totals) {
  const std::size_t puzzle_column = table.column("puzzle");
  const std::size_t line_column = table.column("line");
  const std::size_t count_column = table.column("count");
  Grid puzzle;
  if (parse_line(table.text(puzzle_column), puzzle) != kCells) {
    table.refuse(puzzle_column, "not a puzzle");
  }
  const std::uint64_t line = table.number(line_column);
  if (line <= last_line) table.refuse(line_column, "not after the line before it");
  last_line = line;
  ++totals.puzzles;
  totals.dataset_digest += puzzle_hash(puzzle);
  if (table.text(count_column).empty()) {
    ++totals.timeouts;
  } else {
    const SolutionCount count = table.count(count_column);
    const bool is_capped = max_solutions != 0 && count >= max_solutions;
    if (is_capped && count > max_solutions) table.refuse(count_column, "above the cap");
    totals.solutions += count;
    totals.answer_digest += answer_hash(puzzle, count);
    if (is_capped) {
      ++totals.capped;
    } else {
      totals.histogram.add(count);
    }
  }
  std::string row = to_row(line, puzzle, table.text(count_column));
  totals.puzzles_csv_bytes += row.size();
  totals.puzzles_csv_digest += puzzle_counts_digest(row);
  return row;
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

std::string puzzle_counts_header() {
  return "line,puzzle,count\n";
}

std::string puzzle_counts_rows(const PuzzleBlock& block, std::span<const SolveResult> results) {
  std::string rows;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const bool counted = is_answered(results[i]);
    rows += to_row(block.lines[i], block.puzzles[i],
                   counted ? format_count(results[i].solutions) : std::string());
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
  while (table.next()) {
    const std::string row = add_row(table, record.task.max_solutions, last_line, found);
    append(row);
  }
  const CountTotals& told = record.totals;
  if (found.puzzles != told.puzzles) {
    throw InputError(path, fmt::format("{} rows, where counts.csv tells of {} puzzles",
                                       found.puzzles, told.puzzles));
  }
  if (!is_told(found, told)) {
    throw InputError(path, "the rows are not those that counts.csv tells of");
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
