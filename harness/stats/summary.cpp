#include "harness/stats/summary.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "harness/stats/scores.h"

namespace sudoku {
namespace {

/// Repetitions that differ by more than a twentieth say that the machine was not quiet.
bool is_noisy(const std::vector<double>& rates) {
  if (rates.size() < 2) return false;
  const auto [low, high] = std::minmax_element(rates.begin(), rates.end());
  return *high > 1.05 * *low;
}

/// Whether the engine was asked for as the baseline, and cannot be it.
bool is_refused(const SummaryPlan& plan, const std::vector<Standing>& standings, std::size_t i) {
  return plan.engines[i] == plan.baseline && is_disqualified(standings[i]);
}

/// Whether what is known of the repetitions says that something else disturbed them.
bool is_disturbed(const Standing& standing) {
  // Each has another seed where an engine is stochastic.
  return !standing.success_squares && is_noisy(standing.rates);
}

/// Nothing where a pass ended early.
std::optional<ShareEstimate> success_of(const SummaryPlan& plan, const Standing& standing) {
  const Totals& totals = standing.tally.totals;
  const bool is_whole = totals.puzzles + totals.skipped == standing.pass_puzzles * plan.repetitions;
  if (!standing.success_squares || !is_whole) return std::nullopt;
  return estimate_share({standing.pass_puzzles / plan.isomorphs,
                         std::uint64_t{plan.repetitions} * plan.isomorphs, totals.solved,
                         *standing.success_squares});
}

std::optional<std::size_t> baseline_index(const SummaryPlan& plan,
                                          const std::vector<Standing>& standings) {
  const auto rank = [&](std::size_t i) {
    const Standing& standing = standings[i];
    const Totals& totals = standing.tally.totals;
    const bool is_complete = standing.verdict != Verdict::partial && has_answered_all(totals);
    return std::tuple(plan.engines[i] == plan.baseline, standing.verdict != Verdict::disagreement,
                      is_complete, totals.solved, puzzles_per_second(totals, plan.key.threads));
  };
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < standings.size(); ++i) {
    if (is_refused(plan, standings, i)) return std::nullopt;
    const bool may_be_chosen =
        standings[i].tally.totals.solved > 0 || plan.engines[i] == plan.baseline;
    if (is_disqualified(standings[i]) || !may_be_chosen) continue;
    if (!best || rank(i) > rank(*best)) best = i;
  }
  return best;
}

}  // namespace

void Standing::enter(const RunRow& record, EngineTally&& of_repetition) {
  if (rates.empty()) pass_puzzles = record.totals.puzzles + record.totals.skipped;
  rates.push_back(puzzles_per_second(record.totals, record.key.threads));
  verdict = std::min(verdict, record.verdict);
  if (rates.size() == 1) {
    tally = std::move(of_repetition);
  } else {
    tally.merge(of_repetition);
  }
}

bool is_disqualified(const Standing& standing) {
  return standing.verdict == Verdict::wrong || standing.tally.totals.failed > 0;
}

std::string baseline_of(const SummaryPlan& plan, const std::vector<Standing>& standings) {
  const auto baseline = baseline_index(plan, standings);
  return baseline ? plan.engines[*baseline] : std::string();
}

std::vector<SummaryRow> summarise(const SummaryPlan& plan, const std::vector<Standing>& standings) {
  std::vector<SummaryRow> rows;
  const auto baseline = baseline_index(plan, standings);
  bool is_any_refused = false;
  for (std::size_t i = 0; i < standings.size(); ++i) {
    const Standing& standing = standings[i];
    is_any_refused |= is_refused(plan, standings, i);
    SummaryRow row;
    row.key = plan.key;
    row.key.engine = plan.engines[i];
    row.repetitions = plan.repetitions;
    row.pass_puzzles = standing.pass_puzzles;
    if (baseline) row.baseline = plan.engines[*baseline];
    if (!is_disqualified(standing)) {
      row.block_ns = estimate_median(standing.tally.block_wall_ns());
      if (baseline) row.ratio = speed_ratio(standing.tally, standings[*baseline].tally);
      row.par2_s = par2_seconds(standing.tally.totals, plan.timeout);
      row.success_squares = standing.success_squares;
      row.success = success_of(plan, standing);
    }
    row.verdict = standing.verdict == Verdict::ok && is_disturbed(standing) ? Verdict::noisy
                                                                            : standing.verdict;
    row.tally = standing.tally;
    rows.push_back(std::move(row));
  }
  for (SummaryRow& row : rows) {
    if (is_any_refused) row.refused_baseline = plan.baseline;
  }
  return rows;
}

SummaryRow absent_row(const RowKey& key, const std::string& baseline, Verdict verdict) {
  SummaryRow row;
  row.key = key;
  row.baseline = baseline;
  row.verdict = verdict;
  return row;
}

}  // namespace sudoku
