#include "harness/stats/scores.h"

#include <algorithm>

namespace sudoku {

std::optional<double> par2_seconds(const Totals& totals, std::chrono::nanoseconds timeout) {
  const std::uint64_t unsolved = totals.given() - totals.solved;
  if (totals.given() == 0 || (unsolved > 0 && timeout.count() == 0)) return std::nullopt;
  const double penalty = 2 * static_cast<double>(timeout.count());
  const double sum =
      static_cast<double>(totals.solved_ns) + penalty * static_cast<double>(unsolved);
  return sum / static_cast<double>(totals.given()) * 1e-9;
}

void VirtualBest::add(const BlockSample& sample) {
  std::vector<std::vector<Time>> times(sample.block.puzzles.size());
  for (std::size_t i = 0; i < sample.engines.size(); ++i) {
    const EngineSample& engine = sample.engines[i];
    for (std::size_t puzzle = 0; puzzle < times.size(); ++puzzle) {
      const std::int64_t ns = engine.puzzle_ns[puzzle];
      if (ns < 0 || !is_solved(engine.results[puzzle])) continue;
      is_timed_[i] = true;
      times[puzzle].emplace_back(ns, i);
    }
  }
  for (const Fault& fault : sample.faults) {
    std::erase_if(times[fault.puzzle],
                  [&fault](const Time& time) { return time.second == fault.engine; });
  }
  puzzles_ += times.size();
  for (std::vector<Time>& puzzle : times) add_puzzle(puzzle);
}

void VirtualBest::add_puzzle(std::vector<Time>& times) {
  if (has_too_many()) return;
  std::sort(times.begin(), times.end());
  std::uint64_t before = 0;
  std::uint64_t faster = 0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const auto [ns, engine] = times[k];
    if (k > 0 && ns > times[k - 1].first) faster = before;
    ++places_[{faster, engine}].wins;
    Count& count = places_[{before, engine}];
    ++count.puzzles;
    count.ns += ns;
    before |= std::uint64_t{1} << engine;
  }
}

VirtualBestScore VirtualBest::score(const std::vector<bool>& is_excluded,
                                    std::chrono::nanoseconds timeout) const {
  VirtualBestScore score{puzzles_, {}, std::vector<std::optional<double>>(is_timed_.size())};
  if (has_too_many()) return score;
  std::uint64_t excluded = 0;
  std::vector<std::size_t> remaining;
  for (std::size_t i = 0; i < is_timed_.size(); ++i) {
    if (is_excluded[i]) {
      excluded |= std::uint64_t{1} << i;
    } else if (is_timed_[i]) {
      remaining.push_back(i);
    }
  }
  Totals totals;
  totals.puzzles = puzzles_;
  std::vector<std::uint64_t> wins(is_timed_.size());
  for (const auto& [place, count] : places_) {
    const auto [before, engine] = place;
    if (is_excluded[engine] || (before & ~excluded) != 0) continue;
    totals.solved += count.puzzles;
    totals.solved_ns += count.ns;
    wins[engine] += count.wins;
  }
  score.par2_s = par2_seconds(totals, timeout);
  if (remaining.size() < 2) return score;
  for (const std::size_t i : remaining) {
    score.shares[i] = static_cast<double>(wins[i]) / static_cast<double>(puzzles_);
  }
  return score;
}

VirtualBestScore pooled(std::span<const VirtualBestScore> parts) {
  VirtualBestScore score;
  for (const VirtualBestScore& part : parts) score.puzzles += part.puzzles;
  const auto mean = [&](auto value_of) -> std::optional<double> {
    double sum = 0;
    for (const VirtualBestScore& part : parts) {
      if (part.puzzles == 0) continue;
      const std::optional<double> value = value_of(part);
      if (!value) return std::nullopt;
      sum += *value * static_cast<double>(part.puzzles);
    }
    if (score.puzzles == 0) return std::nullopt;
    return sum / static_cast<double>(score.puzzles);
  };
  score.par2_s = mean([](const VirtualBestScore& part) { return part.par2_s; });
  for (std::size_t i = 0; i < parts.front().shares.size(); ++i) {
    score.shares.push_back(mean([i](const VirtualBestScore& part) { return part.shares[i]; }));
  }
  return score;
}

void SuccessCounts::add(const PuzzleBlock& block, const EngineSample& sample) {
  const std::size_t puzzles = sample.results.size() / block.isomorphs;
  solved_.resize(std::max<std::size_t>(solved_.size(), block.first_index + puzzles));
  for (std::size_t i = 0; i < sample.results.size(); ++i) {
    if (is_solved(sample.results[i])) ++solved_[block.first_index + i / block.isomorphs];
  }
}

std::uint64_t SuccessCounts::squares() const {
  std::uint64_t squares = 0;
  for (const std::uint64_t solved : solved_) squares += solved * solved;
  return squares;
}

}  // namespace sudoku
