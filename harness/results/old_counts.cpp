#include "harness/results/old_counts.h"

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/results/csv_table.h"
#include "harness/results/result_files.h"

namespace sudoku {
namespace {

/// Reads the number of puzzles in each bin from its column, such as `n_0` or `n_10_99`.
SolutionHistogram histogram_of(const CsvTable& table) {
  std::string pairs;
  for (std::size_t bin = 0; bin < SolutionHistogram::kBins; ++bin) {
    const auto [low, high] = SolutionHistogram::range(bin);
    std::string name = "n_" + format_digits(low);
    if (low != high) name += '_' + format_digits(high);
    pairs += fmt::format("{}{}:{}", bin == 0 ? "" : " ", format_digits(low),
                         table.number(table.column(name)));
  }
  return SolutionHistogram::parse(pairs).value();
}

SummaryRow summary_of(const CsvTable& table) {
  const auto number = [&](std::string_view name) { return table.number(table.column(name)); };
  const auto has = [&](std::string_view name) { return table.find_column(name).has_value(); };
  SummaryRow row;
  row.repetitions = 1;
  row.key.engine = table.text(table.column("engine"));
  row.key.dataset = table.text(table.column("dataset"));
  row.key.dataset_digest = table.digest(table.column("dataset_digest"));
  row.key.max_solutions = number("max_solutions");
  row.key.threads = static_cast<unsigned>(number("threads"));
  read_value(row.key.shape, table, table.column("shape"));
  Totals& totals = row.totals;
  totals.puzzles = number("puzzles");
  totals.timeouts = std::min(number("timeouts"), totals.puzzles);
  totals.solved = totals.puzzles - totals.timeouts;
  totals.solutions = table.count(table.column("solutions"));
  totals.histogram = histogram_of(table);
  totals.answer_digest = table.digest(table.column("answer_digest"));
  read_value(totals.wall_ns, table, table.column("wall_ns"));
  totals.time_ns = totals.solved_ns = totals.wall_ns;
  totals.has_guesses = false;
  if (has("mismatches")) totals.wrong = number("mismatches");
  if (has("check_mismatches")) totals.disagreements = number("check_mismatches");
  row.pass_puzzles = totals.given();
  row.verdict = verdict_of(totals, number("whole") == 0);
  return row;
}

Task task_of(const CsvTable& table) {
  const auto text = [&](std::string_view name) {
    return std::string(table.text(table.column(name)));
  };
  return {{"format", text("format")},
          {"shape", text("shape")},
          {"symbols", text("symbols")},
          {"column", to_json_text(text("column"))},
          {"expect_column", to_json_text(text("expect_column"))},
          {"skip_invalid", text("skip_invalid") == "1"},
          {"max_solutions", table.number(table.column("max_solutions"))},
          {"timeout_ns", table.number(table.column("timeout_ns"))},
          {"per_puzzle", text("per_puzzle") == "1"}};
}

}  // namespace

bool has_old_counts(const std::filesystem::path& directory) {
  std::error_code error;
  return std::filesystem::exists(directory / kCountsFile, error);
}

OldCount load_old_counts(const std::filesystem::path& directory) {
  const std::string path = (directory / kCountsFile).string();
  CsvTable table(path);
  if (!table.next()) throw InputError(path, "has no rows");
  const auto number = [&](std::string_view name) { return table.number(table.column(name)); };
  OldCount count;
  count.row = summary_of(table);
  count.task = task_of(table);
  count.is_whole = number("whole") != 0;
  count.shard = {number("shard"), number("shards")};
  RunContext::DatasetEntry& dataset = count.dataset;
  dataset.path = count.row.key.dataset;
  dataset.puzzles = count.row.totals.puzzles;
  dataset.rejected = number("rejected");
  dataset.digest = count.row.key.dataset_digest;
  dataset.file = {number("file_bytes"), table.digest(table.column("file_digest"))};
  dataset.range = {number("begin_byte"), number("end_byte")};
  dataset.shape = count.row.key.shape;
  return count;
}

std::span<const Column<PuzzleRow>> old_puzzle_columns() {
  static const Column<PuzzleRow> columns[] = {
      column<&PuzzleRow::line>("line"),
      column<&PuzzleRow::puzzle>("puzzle"),
      {"count", [](std::string&, const PuzzleRow&) {},
       [](PuzzleRow& row, const CsvTable& table, std::size_t column) {
         const bool is_counted = !table.text(column).empty();
         row.runstatus = is_counted ? RunStatus::ok : RunStatus::timeout;
         row.solutions = is_counted ? table.count(column) : 0;
       }},
  };
  return columns;
}

}  // namespace sudoku
