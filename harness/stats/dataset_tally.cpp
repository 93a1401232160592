#include "harness/stats/dataset_tally.h"

#include <utility>

namespace sudoku {

DatasetTally::DatasetTally(std::span<const Solver> solvers)
    : standings_(solvers.size()), successes_(solvers.size()), virtual_best_(solvers.size()) {
  for (const Solver& solver : solvers) {
    is_stochastic_.push_back(solver.is_stochastic());
  }
}

void DatasetTally::begin_pass() {
  pass_.assign(standings_.size(), {});
}

void DatasetTally::add(const BlockSample& sample, std::span<const Totals> totals) {
  for (std::size_t i = 0; i < pass_.size(); ++i) {
    pass_[i].add(sample.engines[i], totals[i]);
    if (is_stochastic_[i]) successes_[i].add(sample.block, sample.engines[i]);
  }
  virtual_best_.add(sample);
}

bool DatasetTally::has_changed_answers(std::size_t engine) const {
  const Totals& before = standings_[engine].tally.totals;
  const Totals& now = pass_[engine].totals;
  const bool is_first = standings_[engine].rates.empty();
  return !is_first && has_answered_all(before) && has_answered_all(now) &&
         before.answer_digest != now.answer_digest;
}

void DatasetTally::end_pass(std::size_t engine, const RunRow& record) {
  standings_[engine].enter(record, std::move(pass_[engine]));
}

std::vector<SummaryRow> DatasetTally::summarise(const SummaryPlan& plan,
                                                std::span<const SkippedSolver> absent) {
  std::vector<bool> is_left_out;
  for (std::size_t i = 0; i < standings_.size(); ++i) {
    if (is_stochastic_[i]) standings_[i].success_squares = successes_[i].squares();
    is_left_out.push_back(is_disqualified(standings_[i]));
  }
  const VirtualBest::Score best = virtual_best_.score(is_left_out);
  std::vector<SummaryRow> rows = sudoku::summarise(plan, standings_);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].vbs_share = best.shares[i];
    if (rows[i].vbs_share) rows[i].vbs_par2_s = par2_seconds(best.totals, plan.timeout);
  }
  const std::string baseline = baseline_of(plan, standings_);
  for (const SkippedSolver& skipped : absent) {
    RowKey key = plan.key;
    key.engine = skipped.id;
    rows.push_back(absent_row(key, baseline, skipped.verdict));
  }
  return rows;
}

}  // namespace sudoku
