#include "harness/measure/tally.h"

#include <algorithm>
#include <cmath>

#include "harness/dataset/digest.h"

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

std::optional<double> ratio_of(const BlockTime& a, const BlockTime& b) {
  const bool has_cpu = a.cpu_ns > 0 && b.cpu_ns > 0;
  const double ratio = has_cpu ? a.cpu_ns / b.cpu_ns : a.wall_ns / b.wall_ns;
  return ratio > 0 && std::isfinite(ratio) ? std::optional(ratio) : std::nullopt;
}

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
  const auto puzzles = static_cast<double>(block_totals.puzzles);
  blocks.push_back(is_complete
                       ? std::optional(BlockTime{static_cast<double>(sample.wall_ns) / puzzles,
                                                 static_cast<double>(sample.cpu_ns) / puzzles})
                       : std::nullopt);
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
  std::vector<double> complete;
  for (const auto& block : blocks) {
    if (block) complete.push_back(block->wall_ns);
  }
  return complete;
}

PairedRatio speed_ratio(const EngineTally& engine, const EngineTally& baseline) {
  const auto log_ratio = [&](std::size_t i) -> std::optional<double> {
    if (i >= std::min(engine.blocks.size(), baseline.blocks.size())) return std::nullopt;
    if (!engine.blocks[i] || !baseline.blocks[i]) return std::nullopt;
    const auto ratio = ratio_of(*baseline.blocks[i], *engine.blocks[i]);
    return ratio ? std::optional(std::log(*ratio)) : std::nullopt;
  };
  std::vector<double> balanced;
  std::vector<double> single;
  for (std::size_t i = 0; i < engine.blocks.size(); i += 2) {
    const auto forth = log_ratio(i);
    const auto back = log_ratio(i + 1);
    if (forth && back) balanced.push_back((*forth + *back) / 2);
    if (forth) single.push_back(*forth);
    if (back) single.push_back(*back);
  }
  const bool is_balanced = !balanced.empty();
  PairedRatio ratio{is_balanced ? 2 * balanced.size() : single.size(),
                    estimate_median(is_balanced ? balanced : single)};
  if (!ratio.times) return ratio;
  ratio.times->median = std::exp(ratio.times->median);
  if (auto& interval = ratio.times->interval) {
    *interval = {std::exp(interval->low), std::exp(interval->high)};
  }
  if (!is_balanced) ratio.times->interval.reset();
  return ratio;
}

}  // namespace sudoku
