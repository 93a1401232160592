#include "harness/stats/scores.h"

#include <algorithm>

namespace sudoku {

std::optional<double> par2_seconds(const Totals& totals, std::chrono::nanoseconds timeout) {
  const std::uint64_t asked = totals.puzzles + totals.skipped;
  const std::uint64_t unanswered = asked - totals.solved;
  if (asked == 0 || (unanswered > 0 && timeout.count() == 0)) return std::nullopt;
  const double penalty = 2 * static_cast<double>(timeout.count());
  const double sum =
      static_cast<double>(totals.solved_ns) + penalty * static_cast<double>(unanswered);
  return sum / static_cast<double>(asked) * 1e-9;
}

void VirtualBest::add(const BlockSample& sample) {
  std::vector<std::vector<Time>> times(sample.block.puzzles.size());
  for (std::size_t i = 0; i < sample.engines.size(); ++i) {
    const EngineSample& engine = sample.engines[i];
    for (std::size_t puzzle = 0; puzzle < times.size(); ++puzzle) {
      const std::int64_t ns = engine.puzzle_ns[puzzle];
      if (ns < 0 || !is_answered(engine.results[puzzle])) continue;
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
  if (is_timed_.size() > kMostEngines || places_.size() > kMostPlaces) return;
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

VirtualBest::Score VirtualBest::score(const std::vector<bool>& is_left_out) const {
  Score score{{}, std::vector<std::optional<double>>(is_timed_.size())};
  if (is_timed_.size() > kMostEngines || places_.size() > kMostPlaces) return score;
  std::uint64_t left_out = 0;
  std::size_t taking_part = 0;
  for (std::size_t i = 0; i < is_timed_.size(); ++i) {
    if (is_left_out[i]) left_out |= std::uint64_t{1} << i;
    if (is_timed_[i] && !is_left_out[i]) ++taking_part;
  }
  std::vector<std::uint64_t> wins(is_timed_.size());
  for (const auto& [place, count] : places_) {
    if (is_left_out[place.engine] || (place.before & ~left_out) != 0) continue;
    score.totals.solved += count.puzzles;
    score.totals.solved_ns += count.ns;
    wins[place.engine] += count.wins;
  }
  score.totals.puzzles = puzzles_;
  for (std::size_t i = 0; i < wins.size(); ++i) {
    if (taking_part < 2 || !is_timed_[i] || is_left_out[i]) continue;
    score.shares[i] = static_cast<double>(wins[i]) / static_cast<double>(puzzles_);
  }
  return score;
}

}  // namespace sudoku
