#include "harness/results/summary.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "harness/measure/scores.h"

namespace sudoku {
namespace {

/// Repetitions that differ by more than a twentieth say that the machine was not quiet.
bool is_noisy(const std::vector<double>& rates) {
  if (rates.size() < 2) return false;
  const auto [low, high] = std::minmax_element(rates.begin(), rates.end());
  return *high > 1.05 * *low;
}

std::size_t baseline_index(const SummaryPlan& plan, const std::vector<Standing>& standings) {
  const auto rank = [&](std::size_t i) {
    const Standing& standing = standings[i];
    return std::tuple(plan.engines[i] == plan.baseline, standing.verdict != Verdict::partial,
                      puzzles_per_second(standing.tally.totals, plan.key.threads));
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < standings.size(); ++i) {
    if (rank(i) > rank(best)) best = i;
  }
  return best;
}

}  // namespace

void Standing::enter(const RunRecord& record, EngineTally&& of_repetition) {
  rates.push_back(puzzles_per_second(record.totals, record.key.threads));
  verdict = std::min(verdict, record.verdict);
  if (rates.size() == 1) {
    tally = std::move(of_repetition);
  } else {
    tally.merge(of_repetition);
  }
}

std::string baseline_of(const SummaryPlan& plan, const std::vector<Standing>& standings) {
  return standings.empty() ? std::string() : plan.engines[baseline_index(plan, standings)];
}

std::vector<SummaryRecord> summarise(const SummaryPlan& plan,
                                     const std::vector<Standing>& standings) {
  std::vector<SummaryRecord> rows;
  const std::size_t baseline = baseline_index(plan, standings);
  for (std::size_t i = 0; i < standings.size(); ++i) {
    const Standing& standing = standings[i];
    SummaryRecord row;
    row.key = plan.key;
    row.key.engine = plan.engines[i];
    row.repetitions = plan.repetitions;
    row.block_ns = estimate_median(standing.tally.block_wall_ns());
    row.baseline = plan.engines[baseline];
    row.ratio = speed_ratio(standing.tally, standings[baseline].tally);
    row.par2_s = par2_seconds(standing.tally.totals, plan.timeout);
    row.verdict = standing.verdict == Verdict::ok && is_noisy(standing.rates) ? Verdict::noisy
                                                                              : standing.verdict;
    row.tally = standing.tally;
    rows.push_back(std::move(row));
  }
  return rows;
}

SummaryRecord absent_row(const RowKey& key, const std::string& baseline, Verdict verdict) {
  SummaryRecord row;
  row.key = key;
  row.baseline = baseline;
  row.verdict = verdict;
  return row;
}

}  // namespace sudoku
