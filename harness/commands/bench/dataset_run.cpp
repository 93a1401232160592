#include "harness/commands/bench/dataset_run.h"

#include <utility>

#include <fmt/format.h>

namespace sudoku {

DatasetRun::DatasetRun(DatasetPlan plan, std::vector<bool> stochastic, ResultDirectory& results,
                       FaultReporter& faults)
    : stochastic_(std::move(stochastic)),
      results_(results),
      faults_(faults),
      rows_(std::move(plan)),
      virtual_best_(stochastic_.size()),
      successes_(stochastic_.size()) {}

void DatasetRun::add(const BlockSample& sample) {
  const BlockNames names{plan().engines, plan().key.dataset, rows_.repetitions()};
  const std::vector<BlockRow> blocks = block_rows(sample, names);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    rows_.add_block(i, blocks[i].totals);
    rows_.add_totals(i, blocks[i].totals);
    const EngineSample& engine = sample.engines[i];
    for (std::size_t p = 0; p < engine.results.size(); ++p) {
      const std::int64_t ns = engine.puzzle_ns[p];
      if (ns < 0) continue;
      rows_.add_latency(i, is_answered(engine.results[p]) ? std::optional(ns) : std::nullopt);
    }
    if (stochastic_[i]) successes_[i].add(sample.block, engine);
  }
  virtual_best_.add(sample);
  faults_.report(plan().key.dataset, sample);
  results_.add(blocks);
  if (results_.has_puzzles()) results_.add(puzzle_rows(sample, names));
}

std::vector<RunRow> DatasetRun::end_repetition(
    std::uint64_t digest, bool is_cut, const std::vector<std::optional<std::uint64_t>>& seeds) {
  rows_.set_digest(digest);
  for (std::size_t i = 0; i < stochastic_.size(); ++i) {
    if (!is_cut && rows_.has_changed_answers(i)) report_changed_answers(i);
  }
  std::vector<RunRow> runs = rows_.end_repetition(is_cut, seeds);
  for (const RunRow& run : runs) results_.add(run);
  return runs;
}

void DatasetRun::report_changed_answers(std::size_t engine) {
  rows_.add_wrong(engine);
  faults_.report(plan().key.dataset,
                 fmt::format("{}: the answers of repetition {} differ from those of the first",
                             plan().engines[engine], rows_.repetitions()));
}

std::vector<SummaryRow> DatasetRun::finish() {
  for (std::size_t i = 0; i < stochastic_.size(); ++i) {
    if (stochastic_[i]) rows_.set_success_squares(i, successes_[i].squares());
  }
  std::vector<SummaryRow> summary = rows_.summary();
  std::vector<bool> is_excluded;
  for (std::size_t i = 0; i < stochastic_.size(); ++i) {
    is_excluded.push_back(summary[i].verdict == Verdict::wrong);
  }
  DatasetRows::add_virtual_best(virtual_best_.score(is_excluded, plan().timeout), summary);
  for (const RunRow& run : rows_.skipped_runs()) results_.add(run);
  return summary;
}

}  // namespace sudoku
