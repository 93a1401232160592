#include "harness/measure/scores.h"

#include <algorithm>

namespace sudoku {

std::optional<double> par2_seconds(const Totals& totals, std::chrono::nanoseconds timeout) {
  const std::uint64_t unanswered = totals.puzzles - totals.solved;
  if (totals.puzzles == 0 || (unanswered > 0 && timeout.count() == 0)) return std::nullopt;
  const double penalty = 2 * static_cast<double>(timeout.count());
  const double sum =
      static_cast<double>(totals.solved_ns) + penalty * static_cast<double>(unanswered);
  return sum / static_cast<double>(totals.puzzles) * 1e-9;
}

void VirtualBest::add(const BlockSample& sample) {
  for (std::size_t puzzle = 0; puzzle < sample.block.puzzles.size(); ++puzzle) {
    std::optional<std::int64_t> best_ns;
    const auto time_of = [&](const EngineSample& engine) {
      const std::int64_t ns = engine.puzzle_ns[puzzle];
      return ns >= 0 && is_answered(engine.results[puzzle]) ? std::optional(ns) : std::nullopt;
    };
    for (std::size_t i = 0; i < sample.engines.size(); ++i) {
      const auto ns = time_of(sample.engines[i]);
      if (!ns) continue;
      is_timed_[i] = true;
      best_ns = std::min(best_ns.value_or(*ns), *ns);
    }
    ++totals_.puzzles;
    if (!best_ns) continue;
    ++totals_.solved;
    totals_.solved_ns += *best_ns;
    for (std::size_t i = 0; i < sample.engines.size(); ++i) {
      if (time_of(sample.engines[i]) == best_ns) ++wins_[i];
    }
  }
}

std::optional<double> VirtualBest::share(std::size_t engine) const {
  if (!is_timed_[engine] || std::count(is_timed_.begin(), is_timed_.end(), true) < 2) {
    return std::nullopt;
  }
  return static_cast<double>(wins_[engine]) / static_cast<double>(totals_.puzzles);
}

}  // namespace sudoku
