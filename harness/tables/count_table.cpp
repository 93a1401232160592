#include "harness/tables/count_table.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/text_digest.h"
#include "harness/base/units.h"
#include "harness/dataset/project_datasets.h"
#include "harness/tables/text_table.h"

namespace sudoku {
namespace {

/// Formats the lower bound of a bin; large powers of ten as in `10^5`.
std::string format_low(std::size_t bin) {
  constexpr std::size_t kFirstPower = 3;  // 10
  constexpr std::size_t kLargePower = 8;
  if (bin < kLargePower) return format_count(SolutionHistogram::range(bin).low);
  return fmt::format("10^{}", bin - kFirstPower + 1);
}

std::string format_range(std::size_t bin) {
  const auto [low, high] = SolutionHistogram::range(bin);
  if (low == high) return format_count(low);
  if (bin + 1 == SolutionHistogram::kBins) return format_low(bin) + " and more";
  const bool is_large = format_low(bin).starts_with("10^");
  return format_low(bin) + (is_large ? " to " + format_low(bin + 1) : ".." + format_count(high));
}

/// Returns the number of puzzles with at least as many solutions as the limit.
std::uint64_t capped_of(const Totals& totals) { return totals.solved - totals.histogram.puzzles(); }

/// Returns a table with the number of puzzles for each number of solutions.
TextTable table_of(const SummaryRow& row) {
  const Totals& totals = row.totals;
  TextTable table{{{.name = "solutions"}, {.name = fmt::format("{:>12}", "puzzles")}}, {}};
  const auto add = [&table](const std::string& solutions, std::uint64_t puzzles) {
    if (puzzles != 0) table.rows.push_back({solutions, std::to_string(puzzles)});
  };
  for (std::size_t bin = 0; bin < SolutionHistogram::kBins; ++bin) {
    add(format_range(bin), totals.histogram[bin]);
  }
  add(fmt::format("{} or more", row.key.max_solutions), capped_of(totals));
  add("timeout", totals.timeouts);
  return table;
}

/// Formats the line above the table.
std::string format_title(const CountResult& count) {
  const auto& [row, dataset, shard, is_whole] = count;
  const bool is_part = shard && shard->count > 1;
  return fmt::format("{}{}: {}{}, {} rejected, digest {}\n",
                     one_line(describe_dataset_path(dataset.path)),
                     is_part ? fmt::format(", shard {}/{}", shard->number, shard->count) : "",
                     is_whole ? "" : "incomplete, ", number_of(row.totals.given(), "puzzle"),
                     dataset.rejected, format_digest(dataset.digest));
}

}  // namespace

std::string format_table(const CountResult& count) {
  const Totals& totals = count.row.totals;
  std::string text = format_title(count);
  for (const std::string& line : align_columns(table_of(count.row))) text += line + '\n';
  if (totals.timeouts != 0 && totals.timeouts == totals.puzzles) {
    return text + "No puzzle was counted completely.\n";
  }
  const bool may_be_more = capped_of(totals) != 0 || totals.timeouts != 0;
  return text + fmt::format("{}{} in all. Answer digest {}.\n",
                            number_of(format_count(totals.solutions), "solution"),
                            may_be_more ? " or more" : "", format_digest(totals.answer_digest));
}

void report_mismatches(const SummaryRow& row) {
  const auto report = [](std::uint64_t count, std::string_view what) {
    if (count == 0) return;
    print_error("sudoku-bench: {} from {}\n",
                count == 1 ? "1 count differs" : fmt::format("{} counts differ", count), what);
  };
  report(row.totals.wrong, "what the dataset expects");
  report(row.totals.disagreements, "what another engine finds");
}

}  // namespace sudoku
