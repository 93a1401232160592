#include "harness/commands/bench/bench.h"
#include "harness/dataset/project_datasets.h"
#include "harness/stats/change.h"
#include "harness/tables/speedup_text.h"

namespace sudoku {
namespace {

/// Result of the comparison for one engine. The text is empty if the code is ok.
struct Finding {
  ExitCode code = ExitCode::ok;
  std::string text{};
};

/// Compares an engine that ran with the baseline.
Finding judge(const SummaryRow& row, const SummaryRow& baseline, double threshold) {
  const Change change = change_of(row.speedup, threshold);
  if (change == Change::slower) {
    const std::string interval = format_interval(row.speedup);
    return {ExitCode::regression,
            fmt::format("{} is {}{}{} than {}, more than {:g} %", row.key.engine,
                        format_speedup(row.speedup), interval.empty() ? "" : " ", interval,
                        row.baseline, 100 * threshold)};
  }
  if (is_worse(baseline, row, threshold)) {
    const auto describe = [](const SummaryRow& one) {
      return fmt::format("{} solved {} of {} puzzles and has the verdict {}", one.key.engine,
                         one.totals.solved, one.totals.given(), to_string(one.verdict));
    };
    return {ExitCode::regression, describe(row) + "; " + describe(baseline)};
  }
  if (change != Change::unknown) return {};
  return {ExitCode::inconclusive,
          fmt::format("{} and {} solved too few common blocks to compare their speeds",
                      row.key.engine, row.baseline)};
}

}  // namespace

SpeedFindings check_speeds(const DatasetTables& tables, const std::string& baseline,
                           double threshold) {
  SpeedFindings findings;
  const auto add = [&findings](const std::string& dataset, const Finding& finding) {
    findings.texts.push_back(fmt::format("{}: {}", describe_dataset_path(dataset), finding.text));
    if (findings.code != ExitCode::regression) findings.code = finding.code;
  };
  for (const std::vector<SummaryRow>& rows : tables) {
    const std::string& dataset = rows.front().key.dataset;
    const SummaryRow* reference = find_row(rows, baseline, dataset);
    const bool has_reference = reference != nullptr && has_run(reference->verdict);
    bool is_any_compared = false;
    for (const SummaryRow& row : rows) {
      if (!has_reference || !has_run(row.verdict) || &row == reference) continue;
      is_any_compared = true;
      const Finding finding = judge(row, *reference, threshold);
      if (finding.code != ExitCode::ok) add(dataset, finding);
    }
    if (is_any_compared) continue;
    add(dataset, {ExitCode::inconclusive, "no engine ran to compare with " + baseline});
  }
  return findings;
}

}  // namespace sudoku
