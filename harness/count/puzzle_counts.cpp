#include "harness/count/puzzle_counts.h"

#include <fmt/format.h>

#include "harness/dataset/digest.h"
#include "harness/errors.h"
#include "harness/results/csv_table.h"

namespace sudoku {
namespace {

std::string to_row(std::uint64_t line, const Grid& puzzle, std::string_view count) {
  std::string row(kCells, '.');
  format_line(puzzle, row.data());
  return fmt::format("{},{},{}\n", line, row, count);
}

}  // namespace

bool is_counted(const SolveResult& result) {
  return result.outcome == Outcome::exhausted || result.outcome == Outcome::solution_limit;
}

std::string puzzle_counts_header() {
  return "line,puzzle,count\n";
}

std::string puzzle_counts_rows(const PuzzleBlock& block, std::span<const SolveResult> results) {
  std::string rows;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const bool counted = is_counted(results[i]);
    rows += to_row(block.lines[i], block.puzzles[i],
                   counted ? format_count(results[i].solutions) : std::string());
  }
  return rows;
}

void read_puzzle_counts(const std::string& path, const CountRecord& record,
                        const std::function<void(std::string_view rows)>& append) {
  CsvTable table(path);
  const auto line = table.column("line");
  const auto puzzle_column = table.column("puzzle");
  const auto count = table.column("count");
  CountTotals found;
  while (table.next()) {
    Grid puzzle;
    if (parse_line(table.text(puzzle_column), puzzle) != kCells) {
      table.refuse(puzzle_column, "no puzzle");
    }
    ++found.puzzles;
    found.dataset_digest += puzzle_hash(puzzle);
    if (!table.text(count).empty()) found.answer_digest += answer_hash(puzzle, table.count(count));
    const std::string row = to_row(table.number(line), puzzle, table.text(count));
    found.puzzles_csv_bytes += row.size();
    append(row);
  }
  const CountTotals& told = record.totals;
  if (found.puzzles != told.puzzles) {
    throw InputError(path, fmt::format("{} rows, where counts.csv tells of {} puzzles",
                                       found.puzzles, told.puzzles));
  }
  if (found.dataset_digest != told.dataset_digest || found.answer_digest != told.answer_digest ||
      found.puzzles_csv_bytes != told.puzzles_csv_bytes) {
    throw InputError(path, "the rows are not those that counts.csv tells of");
  }
}

}  // namespace sudoku
