#include "harness/stats/tally.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/puzzle/digest.h"

namespace sudoku {
namespace {

/// The largest number stands for all that are larger: guesses are what an engine says they are.
std::uint64_t capped_sum(std::uint64_t a, std::uint64_t b) {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  return a > kMost - b ? kMost : a + b;
}

/// What counts the puzzles of which the search ended like that, without an answer.
std::uint64_t& unanswered_as(Outcome outcome, Totals& totals) {
  if (outcome == Outcome::failed) return totals.failed;
  return outcome == Outcome::gave_up ? totals.gave_up : totals.timeouts;
}

Totals count_engine(const PuzzleBlock& block, const EngineSample& sample) {
  Totals totals;
  totals.wall_ns = sample.wall_ns;
  totals.cpu_ns = sample.cpu_ns;
  totals.blocks = 1;
  totals.switches = static_cast<std::uint64_t>(sample.switches);
  totals.peak_bytes = sample.peak_bytes;
  totals.events = sample.events;
  totals.scaled = sample.events.is_scaled ? 1 : 0;
  totals.package_uj = sample.package_uj;
  if (sample.is_interfered) {
    totals.interfered = 1;
    totals.interfered_ns = sample.wall_ns;
    totals.disturbance = sample.disturbance;
  }
  bool is_timed_by_puzzle = true;
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    const SolveResult& result = sample.results[i];
    if (sample.puzzle_ns[i] == EngineSample::kNotBegun) {
      ++totals.skipped;
      continue;
    }
    totals.add_puzzle(block.puzzles[i], result);
    if (!is_answered(result)) continue;
    is_timed_by_puzzle &= sample.puzzle_ns[i] != EngineSample::kNotTimed;
    totals.solved_ns += sample.puzzle_ns[i];
  }
  if (!is_timed_by_puzzle) totals.solved_ns = sample.wall_ns;
  return totals;
}

std::optional<std::uint64_t> sum_if_known(const std::optional<std::uint64_t>& a,
                                          const std::optional<std::uint64_t>& b) {
  return a && b ? std::optional(*a + *b) : std::nullopt;
}

/// Adds what is not known of every part. One in which nothing was begun takes nothing away.
void add_measured(Totals& totals, const Totals& other) {
  if (other.puzzles == 0) return;
  totals.scaled += other.scaled;
  if (totals.puzzles == 0) {
    totals.events = other.events;
      totals.package_uj = other.package_uj;
    return;
  }
  totals.events += other.events;
  totals.package_uj = sum_if_known(totals.package_uj, other.package_uj);
}

}  // namespace

std::optional<double> ratio_of(const BlockTime& a, const BlockTime& b) {
  const bool has_cpu = a.cpu_ns > 0 && b.cpu_ns > 0;
  const double ratio = has_cpu ? a.cpu_ns / b.cpu_ns : a.wall_ns / b.wall_ns;
  return ratio > 0 && std::isfinite(ratio) ? std::optional(ratio) : std::nullopt;
}

std::string_view to_string(Bound bound) {
  switch (bound) {
    case Bound::none:
      return "";
    case Bound::at_least:
      return "at_least";
    case Bound::at_most:
      return "at_most";
  }
  return {};
}

Totals& Totals::operator+=(const Totals& other) {
  add_measured(*this, other);
  puzzles += other.puzzles;
  clues = clues && other.clues ? std::optional(*clues + *other.clues) : std::nullopt;
  solved += other.solved;
  timeouts += other.timeouts;
  gave_up += other.gave_up;
  failed += other.failed;
  skipped += other.skipped;
  wrong += other.wrong;
  disagreements += other.disagreements;
  solutions = sum_of(solutions, other.solutions);
  guesses = capped_sum(guesses, other.guesses);
  has_guesses &= other.has_guesses;
  wall_ns += other.wall_ns;
  cpu_ns += other.cpu_ns;
  interfered_ns += other.interfered_ns;
  disturbance += other.disturbance;
  interfered += other.interfered;
  repeated += other.repeated;
  blocks += other.blocks;
  switches += other.switches;
  solved_ns += other.solved_ns;
  answer_digest += other.answer_digest;
  peak_bytes = std::max(peak_bytes, other.peak_bytes);  // nothing is the least
  return *this;
}

void Totals::add_puzzle(const Board& puzzle, const SolveResult& result) {
  ++puzzles;
  *clues += static_cast<std::uint64_t>(clue_count(puzzle));
  if (!is_answered(result)) {
    ++unanswered_as(result.outcome, *this);
    return;
  }
  ++solved;
  solutions = sum_of(solutions, result.solutions);
  guesses = capped_sum(guesses, result.guesses);
  has_guesses &= result.has_guesses;
  answer_digest += answer_hash(puzzle, result.solutions);
}

std::vector<Totals> count_block(const BlockSample& sample) {
  std::vector<Totals> totals;
  for (const EngineSample& engine : sample.engines) {
    totals.push_back(count_engine(sample.block, engine));
    totals.back().repeated = sample.repeats > 0 ? 1 : 0;
  }
  for (const Fault& fault : sample.faults) {
    Totals& of_engine = totals[fault.engine];
    ++(fault.kind == FaultKind::wrong ? of_engine.wrong : of_engine.disagreements);
  }
  return totals;
}

void EngineTally::add(const EngineSample& sample, const Totals& block_totals) {
  totals += block_totals;
  for (std::size_t i = 0; i < sample.results.size(); ++i) {
    if (sample.puzzle_ns[i] >= 0) add_latency(sample.results[i], sample.puzzle_ns[i]);
  }
  add_block(block_totals);
}

void EngineTally::add_latency(const SolveResult& result, std::int64_t ns) {
  if (is_answered(result)) {
    latencies.add(ns);
  } else {
    latencies.add_unended();
  }
}

void EngineTally::add_block(const Totals& block_totals) {
  const bool has_fault = block_totals.wrong + block_totals.disagreements + block_totals.failed > 0;
  if (has_fault || block_totals.puzzles == 0) {
    blocks.emplace_back();
    return;
  }
  const auto puzzles = static_cast<double>(block_totals.puzzles + block_totals.skipped);
  blocks.push_back(BlockTime{static_cast<double>(block_totals.wall_ns) / puzzles,
                             static_cast<double>(block_totals.cpu_ns) / puzzles,
                             !has_answered_all(block_totals)});
}

void EngineTally::merge(const EngineTally& other) {
  const std::uint64_t digest = totals.answer_digest;
  totals += other.totals;
  totals.answer_digest = digest;
  latencies.merge(other.latencies);
  // The order of turns begins anew with each repetition.
  if (blocks.size() % 2 != 0) blocks.emplace_back();
  blocks.insert(blocks.end(), other.blocks.begin(), other.blocks.end());
}

void EngineTally::join(const EngineTally& part) {
  const std::uint64_t digest = totals.answer_digest + part.totals.answer_digest;
  merge(part);
  totals.answer_digest = digest;
}

std::vector<double> EngineTally::block_wall_ns() const {
  std::vector<double> times;
  for (const auto& block : blocks) {
    if (block) times.push_back(block->is_cut ? kUnended : block->wall_ns);
  }
  return times;
}

namespace {

/// What is known of the logarithm of a ratio.
struct LogRange {
  double low = -kUnended;
  double high = kUnended;

  bool is_exact() const { return low == high; }
};

LogRange mean_of(const LogRange& a, const LogRange& b) {
  return {(a.low + b.low) / 2, (a.high + b.high) / 2};
}

/// The range of baseline / engine. Where one was cut short, the time on which the processor was
/// left to others may or may not be in the CPU time: the ratio counts that says less.
std::optional<LogRange> log_range(const BlockTime& engine, const BlockTime& baseline) {
  if (engine.is_cut && baseline.is_cut) return LogRange{};
  const auto ratio = ratio_of(baseline, engine);
  if (!ratio) return engine.is_cut || baseline.is_cut ? std::optional(LogRange{}) : std::nullopt;
  const double by_best_clock = std::log(*ratio);
  const double by_wall_time = std::log(baseline.wall_ns / engine.wall_ns);
  if (engine.is_cut) return LogRange{-kUnended, std::max(by_best_clock, by_wall_time)};
  if (baseline.is_cut) return LogRange{std::min(by_best_clock, by_wall_time), kUnended};
  return LogRange{by_best_clock, by_best_clock};
}

/// Those of the blocks that both engines began, two by two where there are such.
struct LogRanges {
  std::vector<LogRange> ranges;
  std::size_t blocks_a_range = 1;
};

LogRanges log_ranges(const EngineTally& engine, const EngineTally& baseline) {
  const auto range_of = [&](std::size_t i) -> std::optional<LogRange> {
    if (i >= std::min(engine.blocks.size(), baseline.blocks.size())) return std::nullopt;
    if (!engine.blocks[i] || !baseline.blocks[i]) return std::nullopt;
    return log_range(*engine.blocks[i], *baseline.blocks[i]);
  };
  std::vector<LogRange> balanced;
  std::vector<LogRange> single;
  for (std::size_t i = 0; i < engine.blocks.size(); i += 2) {
    const auto forth = range_of(i);
    const auto back = range_of(i + 1);
    if (forth && back) balanced.push_back(mean_of(*forth, *back));
    if (forth) single.push_back(*forth);
    if (back) single.push_back(*back);
  }
  return balanced.empty() ? LogRanges{single, 1} : LogRanges{balanced, 2};
}

/// At least so many times as fast, or at most; nothing where neither can be said.
PairedRatio bound_of(const LogRanges& all) {
  std::vector<double> lows;
  std::vector<double> highs;
  for (const LogRange& range : all.ranges) {
    lows.push_back(range.low);
    highs.push_back(range.high);
  }
  const auto low = estimate_median(lows);
  const auto high = estimate_median(highs);
  PairedRatio ratio{all.blocks_a_range * all.ranges.size(), std::nullopt, Bound::none};
  const bool is_slower = high && high->median < 0;
  if (low && !is_slower) {
    ratio.times = MedianEstimate{std::exp(low->median), std::nullopt};
    ratio.bound = Bound::at_least;
  } else if (high) {
    ratio.times = MedianEstimate{std::exp(high->median), std::nullopt};
    ratio.bound = Bound::at_most;
  }
  return ratio;
}

PairedRatio ratio_over(const std::vector<double>& logs, std::size_t blocks_a_range) {
  PairedRatio ratio{blocks_a_range * logs.size(), estimate_median(logs), Bound::none};
  if (!ratio.times) return ratio;
  ratio.times->median = std::exp(ratio.times->median);
  if (auto& interval = ratio.times->interval) {
    *interval = {std::exp(interval->low), std::exp(interval->high)};
  }
  if (blocks_a_range == 1) ratio.times->interval.reset();
  return ratio;
}

/// The share of an engine's time that may be wrong, where it is not its own clock that is read.
double doubt_of(const EngineTally& engine) {
  std::vector<double> times;
  for (const auto& block : engine.blocks) {
    if (block && block->cpu_ns == 0) times.push_back(block->wall_ns);
  }
  const auto typical = estimate_median(times);
  return typical && typical->median > 0 ? kCommandDoubtNs / typical->median : 0;
}

/// What can be said whatever is right of that which is in doubt; no interval and no bound where an
/// engine may have taken no time at all.
PairedRatio widened(PairedRatio ratio, double engine_doubt, double baseline_doubt) {
  if (!ratio.times) return ratio;
  const bool is_open = std::max(engine_doubt, baseline_doubt) >= 1;
  const double lower = (1 - baseline_doubt) / (1 + engine_doubt);
  const double higher = (1 + baseline_doubt) / (1 - engine_doubt);
  if (ratio.bound != Bound::none) {
    if (is_open) return {ratio.blocks, std::nullopt, Bound::none};
    ratio.times->median *= ratio.bound == Bound::at_least ? lower : higher;
  } else if (auto& interval = ratio.times->interval) {
    *interval = {interval->low * lower, interval->high * higher};
    if (is_open) interval.reset();
  }
  return ratio;
}

}  // namespace

PairedRatio speed_ratio(const EngineTally& engine, const EngineTally& baseline) {
  constexpr std::size_t kEnoughForAnInterval = 6;
  const LogRanges all = log_ranges(engine, baseline);
  std::vector<double> exact;
  for (const LogRange& range : all.ranges) {
    if (range.is_exact()) exact.push_back(range.low);
  }
  const bool is_any_cut = exact.size() < all.ranges.size();
  const bool are_too_few =
      exact.size() < kEnoughForAnInterval || 2 * exact.size() < all.ranges.size();
  return widened(is_any_cut && are_too_few ? bound_of(all) : ratio_over(exact, all.blocks_a_range),
                 doubt_of(engine), doubt_of(baseline));
}

}  // namespace sudoku
