#include "harness/stats/dataset_rows.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace sudoku {
namespace {

/// Repetitions that differ by more than 5 % show that the machine was not idle.
bool is_noisy(const std::vector<double>& rates) {
  if (rates.size() < 2) return false;
  const auto [low, high] = std::minmax_element(rates.begin(), rates.end());
  return *high > 1.05 * *low;
}

/// Wall time per puzzle of each block; kInfinity for a block that was cut short.
std::vector<double> wall_times(const BlockTimes& blocks) {
  std::vector<double> times;
  for (const auto& block : blocks) {
    if (block) times.push_back(block->is_cut ? kInfinity : block->wall_ns);
  }
  return times;
}

bool is_refused(const SummaryRow& row, const std::string& requested) {
  return row.key.engine == requested && is_disqualified(row);
}

SummaryRow skipped_row(RowKey key, const SkippedSolver& skipped, const std::string& baseline) {
  SummaryRow row;
  key.engine = skipped.id;
  row.key = std::move(key);
  row.baseline = baseline;
  row.verdict = skipped.verdict;
  return row;
}

}  // namespace

bool is_disqualified(const SummaryRow& row) {
  return row.verdict == Verdict::wrong || row.totals.failed > 0;
}

std::string baseline_of(std::span<const SummaryRow> rows, const std::string& requested) {
  const auto rank = [&](const SummaryRow& row) {
    const bool is_complete = row.verdict != Verdict::partial && has_answered_all(row.totals);
    return std::tuple(row.key.engine == requested, row.verdict != Verdict::disagreement,
                      is_complete, row.totals.solved,
                      puzzles_per_second(row.totals, row.key.threads));
  };
  const SummaryRow* best = nullptr;
  for (const SummaryRow& row : rows) {
    if (is_refused(row, requested)) return {};
    const bool may_be_chosen = row.totals.solved > 0 || row.key.engine == requested;
    if (is_disqualified(row) || !may_be_chosen) continue;
    if (best == nullptr || rank(row) > rank(*best)) best = &row;
  }
  return best == nullptr ? std::string() : best->key.engine;
}

DatasetRows::DatasetRows(DatasetPlan plan)
    : plan_(std::move(plan)), engines_(plan_.engines.size()) {}

void DatasetRows::begin_repetition() { current_.assign(engines_.size(), {}); }

void DatasetRows::begin_part() {
  for (Engine& engine : engines_) {
    if (engine.blocks.size() % 2 != 0) engine.blocks.emplace_back();
  }
}

void DatasetRows::add_block(std::size_t engine, const Totals& block) {
  engines_[engine].blocks.push_back(block_time_of(block));
}

void DatasetRows::add_totals(std::size_t engine, const Totals& totals) {
  current_[engine] += totals;
}

void DatasetRows::add_latency(std::size_t engine, const SolveResult& result, std::int64_t ns) {
  if (is_answered(result)) {
    engines_[engine].latencies.add(ns);
  } else {
    engines_[engine].latencies.add_cut_short();
  }
}

bool DatasetRows::has_changed_answers(std::size_t engine) const {
  const Totals& before = engines_[engine].totals;
  const Totals& now = current_[engine];
  return repetitions_ > 0 && has_answered_all(before) && has_answered_all(now) &&
         before.answer_digest != now.answer_digest;
}

std::vector<RunRow> DatasetRows::end_repetition(
    bool is_cut, std::span<const std::optional<std::uint64_t>> seeds) {
  std::vector<RunRow> rows;
  const unsigned repetition = repetitions_;
  for (std::size_t i = 0; i < engines_.size(); ++i) {
    RunRow row{plan_.key, repetition, current_[i], verdict_of(current_[i], is_cut), seeds[i]};
    row.key.engine = plan_.engines[i];
    add_run(i, row);
    rows.push_back(std::move(row));
  }
  return rows;
}

void DatasetRows::add_run(std::size_t engine, const RunRow& run) {
  Engine& known = engines_[engine];
  repetitions_ = std::max(repetitions_, run.repetition + 1);
  if (known.rates.empty()) known.first_puzzles = run.totals.puzzles + run.totals.skipped;
  known.rates.push_back(puzzles_per_second(run.totals, run.key.threads));
  known.verdict = std::min(known.verdict, run.verdict);
  known.is_stochastic |= run.engine_seed.has_value();
  const std::uint64_t digest =
      known.rates.size() == 1 ? run.totals.answer_digest : known.totals.answer_digest;
  known.totals += run.totals;
  known.totals.answer_digest = digest;
}

void DatasetRows::set_success_squares(std::size_t engine, std::uint64_t squares) {
  engines_[engine].success_squares = squares;
}

SummaryRow DatasetRows::row_of(const Engine& engine, const std::string& id) const {
  SummaryRow row;
  row.key = plan_.key;
  row.key.engine = id;
  row.repetitions = repetitions_;
  row.pass_puzzles = engine.first_puzzles;
  row.totals = engine.totals;
  row.latencies = engine.latencies;
  // Repetitions of a stochastic engine have different seeds, and so different times.
  const bool is_disturbed = !engine.is_stochastic && is_noisy(engine.rates);
  row.verdict = engine.verdict == Verdict::ok && is_disturbed ? Verdict::noisy : engine.verdict;
  if (is_disqualified(row)) return row;
  row.block_ns = estimate_median(wall_times(engine.blocks));
  row.par2_s = par2_seconds(engine.totals, plan_.timeout);
  row.success_squares = engine.success_squares;
  row.success = success_of(engine);
  return row;
}

/// Nullopt if a repetition ended early.
std::optional<ShareEstimate> DatasetRows::success_of(const Engine& engine) const {
  const Totals& totals = engine.totals;
  const bool is_whole = totals.puzzles + totals.skipped == engine.first_puzzles * repetitions_;
  if (!engine.success_squares || !is_whole) return std::nullopt;
  return estimate_share({engine.first_puzzles / plan_.isomorphs,
                         std::uint64_t{repetitions_} * plan_.isomorphs, totals.solved,
                         *engine.success_squares});
}

std::vector<RunRow> DatasetRows::skipped_runs(std::span<const SkippedSolver> skipped) const {
  std::vector<RunRow> rows;
  for (const SkippedSolver& solver : skipped) {
    RunRow& row = rows.emplace_back(RunRow{plan_.key, 0, {}, solver.verdict});
    row.key.engine = solver.id;
  }
  return rows;
}

std::vector<SummaryRow> DatasetRows::summary(std::span<const SkippedSolver> skipped) const {
  std::vector<SummaryRow> rows;
  for (std::size_t i = 0; i < engines_.size(); ++i) {
    rows.push_back(row_of(engines_[i], plan_.engines[i]));
  }
  const std::string baseline = baseline_of(rows, plan_.baseline);
  const bool is_any_refused = std::any_of(rows.begin(), rows.end(), [&](const SummaryRow& row) {
    return is_refused(row, plan_.baseline);
  });
  const auto index = std::find(plan_.engines.begin(), plan_.engines.end(), baseline);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].baseline = baseline;
    if (is_any_refused) rows[i].refused_baseline = plan_.baseline;
    if (index == plan_.engines.end() || is_disqualified(rows[i])) continue;
    const auto base = static_cast<std::size_t>(index - plan_.engines.begin());
    rows[i].speedup = speedup_of(engines_[i].blocks, engines_[base].blocks);
  }
  for (const SkippedSolver& solver : skipped) {
    rows.push_back(skipped_row(plan_.key, solver, baseline));
  }
  return rows;
}

void DatasetRows::add_virtual_best(const VirtualBestScore& score, std::vector<SummaryRow>& rows) {
  for (std::size_t i = 0; i < score.shares.size(); ++i) {
    rows[i].vbs_share = score.shares[i];
    if (rows[i].vbs_share) rows[i].vbs_par2_s = score.par2_s;
  }
}

}  // namespace sudoku
