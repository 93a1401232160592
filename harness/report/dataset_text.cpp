#include "harness/report/dataset_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/report/summary_table.h"

namespace sudoku {
namespace {

/// Names the baseline if the requested one did not run.
std::string describe_stand_in(std::span<const SummaryRow> rows, const std::string& requested) {
  const std::string& baseline = rows.front().baseline;
  const bool has_part = std::any_of(rows.begin(), rows.end(), [&](const SummaryRow& row) {
    return row.key.engine == requested && has_run(row.verdict);
  });
  if (requested.empty() || has_part || baseline.empty()) return {};
  return fmt::format("The requested baseline {} did not run. The baseline is {}.\n", requested,
                     baseline);
}

/// Warns if the baseline lists no solutions, so that its answers cannot be checked directly.
std::string describe_counter(const std::string& baseline, std::span<const Solver> solvers) {
  const bool only_counts = std::any_of(solvers.begin(), solvers.end(), [&](const Solver& solver) {
    return solver.id == baseline && !solver.lists_solutions;
  });
  if (!only_counts) return {};
  return fmt::format(
      "{} counts without listing solutions. Only other engines can confirm its counts.\n",
      baseline);
}

}  // namespace

std::string describe_dataset(std::span<const SummaryRow> rows, const std::string& requested,
                             std::span<const Solver> solvers, bool use_color) {
  return format_table(rows, use_color) + describe_stand_in(rows, requested) +
         describe_counter(rows.front().baseline, solvers);
}

}  // namespace sudoku
