#include "harness/stats/rows.h"

#include <algorithm>
#include <utility>

#include "harness/puzzle/digest.h"
#include "harness/stats/scores.h"

namespace sudoku {
namespace {

/// Adds measurements that may be unknown. A part in which no puzzle was started has none.
void add_measured(Totals& totals, const Totals& other) {
  if (other.puzzles == 0) return;
  totals.scaled += other.scaled;
  if (totals.puzzles == 0) {
    totals.events = other.events;
    totals.package_uj = other.package_uj;
    return;
  }
  totals.events += other.events;
  totals.package_uj = totals.package_uj && other.package_uj
                          ? std::optional(*totals.package_uj + *other.package_uj)
                          : std::nullopt;
}

/// Counts a puzzle that was started, without its time.
void add_puzzle(Totals& totals, const Board& puzzle, const SolveResult& result) {
  ++totals.puzzles;
  totals.clues += static_cast<std::uint64_t>(clue_count(puzzle));
  if (result.outcome == Outcome::failed) {
    ++totals.failed;
  } else if (result.outcome == Outcome::gave_up) {
    ++totals.gave_up;
  } else if (!is_solved(result)) {
    ++totals.timeouts;
  } else {
    ++totals.solved;
    totals.solutions = sum_of(totals.solutions, result.solutions);
    if (result.outcome == Outcome::exhausted) totals.histogram.add(result.solutions);
    // An engine may report any number of guesses.
    totals.guesses = sum_of(totals.guesses, result.guesses);
    totals.has_guesses &= result.has_guesses;
    totals.answer_digest += answer_hash(puzzle, result.solutions);
  }
}

/// Divides times and counters by the number of iterations. Context switches are not divided.
Totals engine_totals(const PuzzleBlock& block, const EngineSample& sample) {
  const auto iterations = static_cast<std::int64_t>(sample.iterations);
  Totals totals;
  totals.wall_ns = sample.wall_ns / iterations;
  totals.cpu_ns = sample.cpu_ns / iterations;
  totals.time_ns = sample.time_ns() / iterations;
  totals.error_ns = sample.error_ns / iterations;
  totals.blocks = 1;
  totals.switches = static_cast<std::uint64_t>(sample.switches);
  totals.peak_bytes = sample.peak_bytes;
  totals.events = sample.events;
  totals.events /= sample.iterations;
  totals.scaled = sample.events.is_scaled ? 1 : 0;
  if (sample.package_uj) totals.package_uj = *sample.package_uj / sample.iterations;
  if (sample.is_interfered) {
    totals.interfered = 1;
    totals.interfered_ns = totals.wall_ns;
    totals.lost_ns = lost_ns(sample) / iterations;
    totals.disturbance = sample.disturbance;
    totals.disturbance /= iterations;
  }
  bool is_timed_by_puzzle = true;
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    if (sample.puzzle_ns[i] == EngineSample::kNotStarted) {
      ++totals.skipped;
      continue;
    }
    add_puzzle(totals, block.puzzles[i], sample.results[i]);
    if (!is_solved(sample.results[i])) continue;
    is_timed_by_puzzle &= sample.puzzle_ns[i] != EngineSample::kNotTimed;
    totals.solved_ns += sample.puzzle_ns[i];
  }
  if (!is_timed_by_puzzle) totals.solved_ns = totals.wall_ns;
  return totals;
}

/// Estimates the median time per puzzle of the blocks that were started and have no faulty answer.
/// A block that was not solved takes kInfinity.
std::optional<Estimate> median_block(std::span<const std::optional<BlockTime>> blocks) {
  std::vector<double> times;
  for (const auto& block : blocks) {
    if (block) times.push_back(block->is_lower_bound ? kInfinity : block->ns);
  }
  return estimate_median(times);
}

RowKey key_of(RowKey key, const std::string& engine) {
  key.engine = engine;
  return key;
}

}  // namespace

Totals& Totals::operator+=(const Totals& other) {
  add_measured(*this, other);
  for (const auto member : {&Totals::puzzles, &Totals::clues, &Totals::solved, &Totals::timeouts,
                            &Totals::gave_up, &Totals::failed, &Totals::skipped, &Totals::wrong,
                            &Totals::disagreements, &Totals::interfered, &Totals::repeated,
                            &Totals::blocks, &Totals::switches, &Totals::answer_digest}) {
    this->*member += other.*member;
  }
  for (const auto member : {&Totals::wall_ns, &Totals::cpu_ns, &Totals::time_ns, &Totals::error_ns,
                            &Totals::interfered_ns, &Totals::lost_ns, &Totals::solved_ns}) {
    this->*member = sum_of(this->*member, other.*member);
  }
  solutions = sum_of(solutions, other.solutions);
  histogram += other.histogram;
  guesses = sum_of(guesses, other.guesses);
  has_guesses &= other.has_guesses;
  disturbance += other.disturbance;
  peak_bytes = std::max(peak_bytes, other.peak_bytes);  // nullopt is less than any number
  return *this;
}

Verdict verdict_of(const Totals& totals, bool ended_early) {
  if (totals.wrong > 0) return Verdict::wrong;
  if (totals.disagreements > 0) return Verdict::disagreement;
  if (ended_early || totals.skipped + totals.timeouts > 0) return Verdict::partial;
  if (totals.gave_up > 0) return Verdict::incomplete;
  return Verdict::ok;
}

double puzzles_per_second(const Totals& totals, unsigned threads) {
  if (totals.time_ns <= 0) return 0;
  return static_cast<double>(totals.solved) * threads * 1e9 / static_cast<double>(totals.time_ns);
}

bool has_faults(const DatasetTables& tables) {
  for (const auto& rows : tables) {
    for (const SummaryRow& row : rows) {
      if (row.totals.wrong + row.totals.disagreements > 0) return true;
    }
  }
  return false;
}

std::vector<Totals> block_totals(const BlockSample& sample) {
  std::vector<Totals> totals;
  for (const EngineSample& engine : sample.engines) {
    totals.push_back(engine_totals(sample.block, engine));
    totals.back().repeated = sample.repeats > 0 ? 1 : 0;
  }
  for (const Fault& fault : sample.faults) {
    Totals& of_engine = totals[fault.engine];
    ++(fault.kind == FaultKind::wrong ? of_engine.wrong : of_engine.disagreements);
  }
  return totals;
}

std::vector<BlockRow> block_rows(const BlockSample& sample, const BlockNames& names) {
  const std::vector<Totals> totals = block_totals(sample);
  std::vector<BlockRow> rows;
  for (std::size_t i = 0; i < totals.size(); ++i) {
    rows.push_back({names.engines[i], names.dataset, names.repetition, sample.block.first_index,
                    sample.block.digest, totals[i], sample.repeats, sample.engines[i].reference_ns,
                    sample.engines[i].iterations});
  }
  return rows;
}

RunStatus runstatus_of(const SolveResult& result, bool is_started) {
  if (!is_started) return RunStatus::other;
  if (result.outcome == Outcome::failed) return RunStatus::crash;
  if (result.outcome == Outcome::gave_up) return RunStatus::gave_up;
  return is_solved(result) ? RunStatus::ok : RunStatus::timeout;
}

double spread_of(std::span<const RunRow> runs) {
  const auto is_comparable = [](const RunRow& run) {
    return has_solved_all(run.totals) && !run.engine_seed;
  };
  if (runs.empty() || !std::ranges::all_of(runs, is_comparable)) return 0;
  std::vector<double> rates;
  for (const RunRow& run : runs) rates.push_back(puzzles_per_second(run.totals, 1));
  const auto [low, high] = std::ranges::minmax(rates);
  return high > 0 ? 2 * (high - low) / (high + low) : 0;
}

void compare_own_solvers(std::span<SummaryRow> rows, std::span<const BlockTimes> times) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_own || rows[i].verdict == Verdict::wrong) continue;
    for (std::size_t j = 0; j < rows.size(); ++j) {
      rows[i].own_speedups[rows[j].key.engine] = speedup_of(times[i], times[j]);
    }
  }
}

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
    Engine& engine = engines_[i];
    const Totals totals = std::exchange(engine.current, {});
    const std::size_t first = std::exchange(engine.first_block, engine.blocks.size());
    const auto own_ns = median_block(std::span(engine.blocks).subspan(first));
    rows.push_back({key_of(plan_.key, plan_.engines[i]), repetitions_, totals,
                    verdict_of(totals, ended_early), noise_of(totals, own_ns, 0), seeds[i]});
    engine.runs.push_back(rows.back());
  }
  ++repetitions_;
  return rows;
}

SummaryRow DatasetRows::row_of(const Engine& engine) const {
  SummaryRow row;
  row.key = plan_.key;
  row.repetitions = repetitions_;
  if (engine.runs.empty()) return row;
  row.verdict = std::ranges::min(engine.runs, {}, &RunRow::verdict).verdict;  // the worst
  for (const RunRow& run : engine.runs) row.totals += run.totals;
  const Totals& first = engine.runs.front().totals;
  row.totals.answer_digest = first.answer_digest;
  row.pass_puzzles = first.given();
  if (row.verdict == Verdict::wrong) return row;
  row.latencies = engine.latencies.quantiles();
  row.is_timed_by_puzzle = !engine.latencies.is_empty();
  row.block_ns = median_block(engine.blocks);
  row.spread = spread_of(engine.runs);
  row.noise = noise_of(row.totals, median_block(engine.blocks), row.spread);
  row.par2_s = par2_seconds(row.totals, plan_.timeout);
  row.success_squares = engine.success_squares;
  row.success = success_of(engine, row);
  return row;
}

/// Returns the success rate; nullopt without success counts or if a repetition ended early.
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
  std::vector<BlockTimes> times;
  for (const Engine& engine : engines_) times.push_back(engine.blocks);
  const std::string baseline = baseline_of(rows, times, plan_.baseline);
  const bool is_refused = std::ranges::any_of(rows, [&](const SummaryRow& row) {
    return row.verdict == Verdict::wrong && row.key.engine == plan_.baseline;
  });
  const auto base =
      static_cast<std::size_t>(std::ranges::find(plan_.engines, baseline) - plan_.engines.begin());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_refused) rows[i].refused_baseline = plan_.baseline;
    if (base == rows.size() || rows[i].verdict == Verdict::wrong) continue;
    rows[i].speedup = speedup_of(times[i], times[base]);
  }
  for (SummaryRow& row : rows) {
    row.is_own = std::ranges::find(plan_.own, row.key.engine) != plan_.own.end();
  }
  compare_own_solvers(rows, times);
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
