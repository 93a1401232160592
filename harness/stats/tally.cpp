#include "harness/stats/tally.h"

#include <utility>

namespace sudoku {

Tally::Tally(DatasetPlan plan, std::span<const Solver> solvers)
    : DatasetRows(std::move(plan)),
      solvers_(solvers),
      virtual_best_(solvers.size()),
      successes_(solvers.size()),
      review_(this->plan().key.max_solutions) {}

void Tally::add(std::span<const BlockRow> rows, const BlockSample& sample) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    add_block(i, rows[i].totals);
    add_totals(i, rows[i].totals);
  }
  for (std::size_t i = 0; i < sample.engines.size(); ++i) {
    add_latencies(i, sample.engines[i]);
    if (solvers_[i].is_stochastic()) successes_[i].add(sample.block, sample.engines[i]);
  }
  if (solvers_.size() > 1) virtual_best_.add(sample);
  if (repetitions() == 0) review_.add(sample);
}

BlockNames Tally::names() const { return {plan().engines, plan().key.dataset, repetitions()}; }

void Tally::add_latencies(std::size_t engine, const EngineSample& sample) {
  for (std::size_t i = 0; i < sample.results.size(); ++i) {
    const std::int64_t ns = sample.puzzle_ns[i];
    if (ns < 0) continue;
    add_latency(engine, is_solved(sample.results[i]) ? std::optional(ns) : std::nullopt);
  }
}

Tally::Repetition Tally::end_repetition(std::uint64_t digest, bool ended_early,
                                        std::span<const std::optional<std::uint64_t>> seeds) {
  set_digest(digest);
  Repetition repetition;
  for (std::size_t i = 0; i < solvers_.size(); ++i) {
    if (ended_early || !has_changed_answers(i)) continue;
    add_wrong(i);
    repetition.changed.push_back(i);
  }
  repetition.runs = DatasetRows::end_repetition(ended_early, seeds);
  return repetition;
}

std::vector<SummaryRow> Tally::summary() {
  for (std::size_t i = 0; i < solvers_.size(); ++i) {
    if (solvers_[i].is_stochastic()) set_success_squares(i, successes_[i].squares());
  }
  std::vector<SummaryRow> rows = DatasetRows::summary();
  std::vector<bool> is_excluded;
  for (std::size_t i = 0; i < solvers_.size(); ++i) {
    is_excluded.push_back(rows[i].verdict == Verdict::wrong);
  }
  add_virtual_best(virtual_best_.score(is_excluded, plan().timeout), rows);
  return rows;
}

}  // namespace sudoku
