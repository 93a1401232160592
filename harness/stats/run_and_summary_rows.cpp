#include "harness/stats/run_and_summary_rows.h"

#include <algorithm>
#include <utility>

namespace sudoku {
namespace {

/// Returns wall time per puzzle of each block; kInfinity for a block that was not solved.
std::vector<double> wall_times(const BlockTimes& blocks) {
  std::vector<double> times;
  for (const auto& block : blocks) {
    if (block) times.push_back(block->is_lower_bound ? kInfinity : block->wall_ns);
  }
  return times;
}

RowKey key_of(RowKey key, const std::string& engine) {
  key.engine = engine;
  return key;
}

}  // namespace

DatasetPlan plan_of(std::span<const RunRow> runs, const std::string& dataset) {
  DatasetPlan plan;
  for (const RunRow& run : runs) {
    const std::string& engine = run.key.engine;
    if (run.key.dataset != dataset) continue;
    plan.key = key_of(run.key, {});
    if (!has_run(run.verdict)) {
      plan.skipped.push_back({engine, run.verdict});
    } else if (std::ranges::find(plan.engines, engine) == plan.engines.end()) {
      plan.engines.push_back(engine);
    }
  }
  return plan;
}

DatasetRows::DatasetRows(DatasetPlan plan)
    : plan_(std::move(plan)), engines_(plan_.engines.size()) {}

void DatasetRows::begin_part() {
  for (Engine& engine : engines_) {
    if (engine.blocks.size() % 2 != 0) engine.blocks.emplace_back();
  }
}

void DatasetRows::add_block(std::size_t engine, const Totals& block) {
  engines_[engine].blocks.push_back(block_time_of(block));
}

void DatasetRows::add_latency(std::size_t engine, std::optional<std::int64_t> ns) {
  LatencyHistogram& latencies = engines_[engine].latencies;
  if (ns) {
    latencies.add(*ns);
  } else {
    latencies.add_unsolved();
  }
}

bool DatasetRows::has_changed_answers(std::size_t engine) const {
  const Totals& current = engines_[engine].current;
  const std::vector<RunRow>& runs = engines_[engine].runs;
  return !runs.empty() && std::ranges::all_of(runs, has_solved_all, &RunRow::totals) &&
         has_solved_all(current) && runs.front().totals.answer_digest != current.answer_digest;
}

std::vector<RunRow> DatasetRows::end_repetition(
    bool ended_early, std::span<const std::optional<std::uint64_t>> seeds) {
  std::vector<RunRow> rows;
  for (std::size_t i = 0; i < engines_.size(); ++i) {
    const Totals totals = std::exchange(engines_[i].current, {});
    rows.push_back({key_of(plan_.key, plan_.engines[i]), repetitions_, totals,
                    verdict_of(totals, ended_early), seeds[i]});
    engines_[i].runs.push_back(rows.back());
  }
  ++repetitions_;
  return rows;
}

void DatasetRows::add_run(const RunRow& run) {
  const auto found = std::ranges::find(plan_.engines, run.key.engine);
  if (found == plan_.engines.end() || run.key.dataset != plan_.key.dataset) return;
  repetitions_ = std::max(repetitions_, run.repetition + 1);
  engines_[static_cast<std::size_t>(found - plan_.engines.begin())].runs.push_back(run);
}

SummaryRow DatasetRows::row_of(const Engine& engine) const {
  SummaryRow row;
  row.key = plan_.key;
  row.repetitions = repetitions_;
  row.latencies = engine.latencies;
  row.verdict = verdict_of(engine.runs);
  if (engine.runs.empty()) return row;
  for (const RunRow& run : engine.runs) row.totals += run.totals;
  const Totals& first = engine.runs.front().totals;
  row.totals.answer_digest = first.answer_digest;
  row.pass_puzzles = first.given();
  if (row.verdict == Verdict::wrong) return row;
  row.block_ns = estimate_median(wall_times(engine.blocks));
  row.par2_s = par2_seconds(row.totals, plan_.timeout);
  row.success_squares = engine.success_squares;
  row.success = success_of(engine, row);
  return row;
}

/// Returns nullopt if a repetition ended early.
std::optional<Estimate> DatasetRows::success_of(const Engine& engine, const SummaryRow& row) const {
  const bool is_whole = row.totals.given() == row.pass_puzzles * repetitions_;
  if (!engine.success_squares || !is_whole) return std::nullopt;
  return estimate_share({row.pass_puzzles / plan_.isomorphs,
                         std::uint64_t{repetitions_} * plan_.isomorphs, row.totals.solved,
                         *engine.success_squares});
}

std::vector<RunRow> DatasetRows::skipped_runs() const {
  std::vector<RunRow> rows;
  for (const SkippedSolver& solver : plan_.skipped) {
    rows.push_back({key_of(plan_.key, solver.id), 0, {}, solver.verdict});
  }
  return rows;
}

std::vector<SummaryRow> DatasetRows::summary() const {
  std::vector<SummaryRow> rows;
  for (const Engine& engine : engines_) {
    rows.push_back(row_of(engine));
    rows.back().key.engine = plan_.engines[rows.size() - 1];
  }
  const std::string baseline = baseline_of(rows, plan_.baseline);
  const bool is_refused = std::ranges::any_of(rows, [&](const SummaryRow& row) {
    return row.verdict == Verdict::wrong && row.key.engine == plan_.baseline;
  });
  const auto base =
      static_cast<std::size_t>(std::ranges::find(plan_.engines, baseline) - plan_.engines.begin());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_refused) rows[i].refused_baseline = plan_.baseline;
    if (base == rows.size() || rows[i].verdict == Verdict::wrong) continue;
    rows[i].speedup = speedup_of(engines_[i].blocks, engines_[base].blocks);
  }
  for (const SkippedSolver& solver : plan_.skipped) {
    SummaryRow& row = rows.emplace_back();
    row.key = key_of(plan_.key, solver.id);
    row.verdict = solver.verdict;
  }
  for (SummaryRow& row : rows) row.baseline = baseline;
  return rows;
}

void DatasetRows::add_virtual_best(const VirtualBestScore& score, std::vector<SummaryRow>& rows) {
  for (std::size_t i = 0; i < score.shares.size(); ++i) {
    rows[i].vbs_share = score.shares[i];
    if (rows[i].vbs_share) rows[i].vbs_par2_s = score.par2_s;
  }
}

}  // namespace sudoku
