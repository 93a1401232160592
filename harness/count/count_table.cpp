#include "harness/count/count_table.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "harness/dataset/digest.h"

namespace sudoku {
namespace {

struct Row {
  std::string solutions;
  std::uint64_t puzzles;
};

/// `10^3` where the number is a large power of ten or just below the next.
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

}  // namespace

std::string format_table(const CountRecord& record) {
  const CountTotals& totals = record.totals;
  std::string text =
      fmt::format("{}: {} puzzles, {} rejected, digest {}\n", record.dataset, totals.puzzles,
                  totals.rejected, format_digest(totals.dataset_digest));
  const std::vector<Row> rows = rows_of(record);
  std::size_t width = std::string_view("solutions").size();
  for (const Row& row : rows) width = std::max(width, row.solutions.size());
  text += fmt::format("  {:>{}}  {:>12}\n", "solutions", width, "puzzles");
  for (const Row& row : rows) {
    text += fmt::format("  {:>{}}  {:>12}\n", row.solutions, width, row.puzzles);
  }
  return text + fmt::format("{} solutions in all. Answer digest {}.\n",
                            format_count(totals.solutions), format_digest(totals.answer_digest));
}

}  // namespace sudoku
