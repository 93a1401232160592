#include "harness/tally.h"

#include <algorithm>
#include <cmath>

#include "harness/digest.h"

namespace sudoku {
namespace {

Totals count_engine(const PuzzleBlock& block, const EngineSample& sample) {
  Totals totals;
  totals.wall_ns = sample.wall_ns;
  totals.cpu_ns = sample.cpu_ns;
  totals.blocks = 1;
  totals.switches = static_cast<std::uint64_t>(sample.switches);
  if (sample.is_interfered) {
    totals.interfered = 1;
    totals.interfered_ns = sample.wall_ns;
  }
  bool is_timed_by_puzzle = true;
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    const SolveResult& result = sample.results[i];
    if (sample.puzzle_ns[i] == EngineSample::kNotBegun) {
      ++totals.skipped;
      continue;
    }
    ++totals.puzzles;
    if (!is_answered(result)) {
      if (result.outcome != Outcome::failed) ++totals.timeouts;
      continue;
    }
    ++totals.solved;
    totals.solutions += result.solutions;
    totals.guesses += result.guesses;
    is_timed_by_puzzle &= sample.puzzle_ns[i] != EngineSample::kNotTimed;
    totals.solved_ns += sample.puzzle_ns[i];
    totals.answer_digest += answer_hash(block.puzzles[i], result.solutions);
  }
  if (!is_timed_by_puzzle) totals.solved_ns = sample.wall_ns;
  return totals;
}

}  // namespace

Totals& Totals::operator+=(const Totals& other) {
  puzzles += other.puzzles;
  solved += other.solved;
  timeouts += other.timeouts;
  skipped += other.skipped;
  wrong += other.wrong;
  disagreements += other.disagreements;
  solutions += other.solutions;
  guesses += other.guesses;
  wall_ns += other.wall_ns;
  cpu_ns += other.cpu_ns;
  interfered_ns += other.interfered_ns;
  interfered += other.interfered;
  repeated += other.repeated;
  blocks += other.blocks;
  switches += other.switches;
  solved_ns += other.solved_ns;
  answer_digest += other.answer_digest;
  return *this;
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
    const bool is_timed = sample.puzzle_ns[i] >= 0;
    if (is_timed && is_answered(sample.results[i])) latencies.add(sample.puzzle_ns[i]);
  }
  const bool is_complete = block_totals.skipped == 0 && block_totals.puzzles != 0;
  block_ns.push_back(is_complete ? std::optional(static_cast<double>(sample.wall_ns) /
                                                 static_cast<double>(block_totals.puzzles))
                                 : std::nullopt);
}

void EngineTally::merge(const EngineTally& other) {
  const std::uint64_t digest = totals.answer_digest;
  totals += other.totals;
  totals.answer_digest = digest;
  latencies.merge(other.latencies);
  block_ns.insert(block_ns.end(), other.block_ns.begin(), other.block_ns.end());
}

std::vector<double> EngineTally::complete_blocks() const {
  std::vector<double> complete;
  for (const auto& ns : block_ns) {
    if (ns) complete.push_back(*ns);
  }
  return complete;
}

PairedRatio speed_ratio(const EngineTally& engine, const EngineTally& baseline) {
  std::vector<double> log_ratios;
  const std::size_t blocks = std::min(engine.block_ns.size(), baseline.block_ns.size());
  for (std::size_t i = 0; i < blocks; ++i) {
    const auto& own = engine.block_ns[i];
    const auto& other = baseline.block_ns[i];
    if (own && other && *own > 0 && *other > 0) log_ratios.push_back(std::log(*other / *own));
  }
  PairedRatio ratio{log_ratios.size(), estimate_median(log_ratios)};
  if (ratio.times) {
    ratio.times->median = std::exp(ratio.times->median);
    if (auto& interval = ratio.times->interval) {
      *interval = {std::exp(interval->low), std::exp(interval->high)};
    }
  }
  return ratio;
}

}  // namespace sudoku
