#include "harness/report/count_table.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/text_digest.h"
#include "harness/base/units.h"
#include "harness/dataset/project_datasets.h"

namespace sudoku {
namespace {

struct Row {
  std::string solutions;
  std::uint64_t puzzles;
};

/// Formats the lower bound of a bin; large powers of ten as in `10^5`.
std::string format_low(std::size_t bin) {
  constexpr std::size_t kFirstPower = 3;  // 10
  constexpr std::size_t kLargePower = 8;
  if (bin < kLargePower) return format_count(CountHistogram::range(bin).low);
  return fmt::format("10^{}", bin - kFirstPower + 1);
}

std::string format_range(std::size_t bin) {
  const auto [low, high] = CountHistogram::range(bin);
  if (low == high) return format_count(low);
  if (bin + 1 == CountHistogram::kBins) return format_low(bin) + " and more";
  const bool is_large = format_low(bin).starts_with("10^");
  return format_low(bin) + (is_large ? " to " + format_low(bin + 1) : ".." + format_count(high));
}

std::vector<Row> rows_of(const CountRecord& record) {
  std::vector<Row> rows;
  const CountTotals& totals = record.totals;
  for (std::size_t bin = 0; bin < CountHistogram::kBins; ++bin) {
    if (totals.histogram[bin] == 0) continue;
    rows.push_back({format_range(bin), totals.histogram[bin]});
  }
  if (totals.capped != 0) {
    rows.push_back({fmt::format("{} or more", record.task.max_solutions), totals.capped});
  }
  if (totals.timeouts != 0) rows.push_back({"timeout", totals.timeouts});
  return rows;
}

/// Formats the line above the table.
std::string format_title(const CountRecord& record) {
  const CountTotals& totals = record.totals;
  std::string part;
  if (record.task.shard_count > 1) {
    part = fmt::format(", shard {}/{}", record.shard, record.task.shard_count);
  }
  return fmt::format("{}{}: {}{}, {} rejected, digest {}\n",
                     one_line(describe_dataset_path(record.dataset)), part,
                     record.is_whole ? "" : "incomplete, ", number_of(totals.puzzles, "puzzle"),
                     totals.rejected, format_digest(totals.dataset_digest));
}

}  // namespace

std::string format_table(const CountRecord& record) {
  const CountTotals& totals = record.totals;
  std::string text = format_title(record);
  const std::vector<Row> rows = rows_of(record);
  std::size_t width = std::string_view("solutions").size();
  for (const Row& row : rows) width = std::max(width, row.solutions.size());
  text += fmt::format("  {:>{}}  {:>12}\n", "solutions", width, "puzzles");
  for (const Row& row : rows) {
    text += fmt::format("  {:>{}}  {:>12}\n", row.solutions, width, row.puzzles);
  }
  if (totals.timeouts != 0 && totals.timeouts == totals.puzzles) {
    return text + "No puzzle was counted completely.\n";
  }
  const bool may_be_more = totals.capped != 0 || totals.timeouts != 0;
  return text + fmt::format("{}{} in all. Answer digest {}.\n",
                            number_of(totals.solutions, "solution"), may_be_more ? " or more" : "",
                            format_digest(totals.answer_digest));
}

bool has_mismatches(const CountTotals& totals) {
  return totals.mismatches + totals.check_mismatches != 0;
}

void report_mismatches(const CountTotals& totals) {
  const auto report = [](std::uint64_t count, std::string_view what) {
    if (count == 0) return;
    print_error("sudoku-bench: {} from {}\n",
                count == 1 ? "1 count differs" : fmt::format("{} counts differ", count), what);
  };
  report(totals.mismatches, "what the dataset expects");
  report(totals.check_mismatches, "what another engine finds");
}

}  // namespace sudoku
