#include "harness/stats/speedup.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "harness/measure/sample.h"

namespace sudoku {
namespace {

/// Range of the logarithm of a ratio.
struct LogRange {
  double low = -kInfinity;
  double high = kInfinity;

  bool is_exact() const { return low == high; }
};

LogRange mean_of(const LogRange& a, const LogRange& b) {
  return {(a.low + b.low) / 2, (a.high + b.high) / 2};
}

/// Returns the range of baseline / engine. If one was cut short, time in which other programs had
/// the CPU may or may not be in the CPU time. The weaker of both ratios then counts.
std::optional<LogRange> log_range(const BlockTime& engine, const BlockTime& baseline) {
  if (engine.is_cut && baseline.is_cut) return LogRange{};
  const auto ratio = ratio_of(baseline, engine);
  if (!ratio) return engine.is_cut || baseline.is_cut ? std::optional(LogRange{}) : std::nullopt;
  const double by_best_clock = std::log(*ratio);
  const double by_wall_time = std::log(baseline.wall_ns / engine.wall_ns);
  if (engine.is_cut) return LogRange{-kInfinity, std::max(by_best_clock, by_wall_time)};
  if (baseline.is_cut) return LogRange{std::min(by_best_clock, by_wall_time), kInfinity};
  return LogRange{by_best_clock, by_best_clock};
}

/// Ranges of the blocks that both engines began, averaged over pairs of blocks if there are pairs.
struct LogRanges {
  std::vector<LogRange> ranges;
  std::size_t blocks_a_range = 1;
};

LogRanges log_ranges(const BlockTimes& solver, const BlockTimes& baseline) {
  const auto range_of = [&](std::size_t i) -> std::optional<LogRange> {
    if (i >= std::min(solver.size(), baseline.size())) return std::nullopt;
    if (!solver[i] || !baseline[i]) return std::nullopt;
    return log_range(*solver[i], *baseline[i]);
  };
  std::vector<LogRange> balanced;
  std::vector<LogRange> single;
  for (std::size_t i = 0; i < solver.size(); i += 2) {
    const auto forth = range_of(i);
    const auto back = range_of(i + 1);
    if (forth && back) balanced.push_back(mean_of(*forth, *back));
    if (forth) single.push_back(*forth);
    if (back) single.push_back(*back);
  }
  return balanced.empty() ? LogRanges{single, 1} : LogRanges{balanced, 2};
}

/// Returns a lower or an upper bound of the speedup, or neither if nothing is known.
Speedup bound_of(const LogRanges& all) {
  std::vector<double> lows;
  std::vector<double> highs;
  for (const LogRange& range : all.ranges) {
    lows.push_back(range.low);
    highs.push_back(range.high);
  }
  const auto low = estimate_median(lows);
  const auto high = estimate_median(highs);
  Speedup ratio{all.blocks_a_range * all.ranges.size(), std::nullopt, Bound::none};
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

Speedup ratio_over(const std::vector<double>& logs, std::size_t blocks_a_range) {
  Speedup ratio{blocks_a_range * logs.size(), estimate_ratio(logs), Bound::none};
  if (ratio.times && blocks_a_range == 1) ratio.times->interval.reset();
  return ratio;
}

/// Returns the relative error of an engine's times. Only times of engine commands, which have no
/// CPU time, have one.
double doubt_of(const BlockTimes& solver) {
  std::vector<double> times;
  for (const auto& block : solver) {
    if (block && block->cpu_ns == 0) times.push_back(block->wall_ns);
  }
  const auto typical = estimate_median(times);
  return typical && typical->median > 0 ? kCommandDoubtNs / typical->median : 0;
}

/// Widens the interval or the bound by the errors of the times. Removes it if the error may be the
/// whole time.
Speedup widened(Speedup ratio, double engine_doubt, double baseline_doubt) {
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

std::optional<BlockTime> block_time_of(const Totals& block) {
  const bool has_fault = block.wrong + block.disagreements + block.failed > 0;
  if (has_fault || block.puzzles == 0) return std::nullopt;
  const auto puzzles = static_cast<double>(block.puzzles + block.skipped);
  return BlockTime{static_cast<double>(block.wall_ns) / puzzles,
                   static_cast<double>(block.cpu_ns) / puzzles, !has_answered_all(block)};
}

std::optional<double> ratio_of(const BlockTime& a, const BlockTime& b) {
  const bool has_cpu = a.cpu_ns > 0 && b.cpu_ns > 0;
  const double ratio = has_cpu ? a.cpu_ns / b.cpu_ns : a.wall_ns / b.wall_ns;
  return ratio > 0 && std::isfinite(ratio) ? std::optional(ratio) : std::nullopt;
}

std::string_view to_string(Bound bound) {
  switch (bound) {
    case Bound::none: return "";
    case Bound::at_least: return "at_least";
    case Bound::at_most: return "at_most";
  }
  return {};
}

Speedup speedup_of(const BlockTimes& solver, const BlockTimes& baseline) {
  constexpr std::size_t kEnoughForAnInterval = 6;
  const LogRanges all = log_ranges(solver, baseline);
  std::vector<double> exact;
  for (const LogRange& range : all.ranges) {
    if (range.is_exact()) exact.push_back(range.low);
  }
  const bool is_any_cut = exact.size() < all.ranges.size();
  const bool are_too_few =
      exact.size() < kEnoughForAnInterval || 2 * exact.size() < all.ranges.size();
  return widened(is_any_cut && are_too_few ? bound_of(all) : ratio_over(exact, all.blocks_a_range),
                 doubt_of(solver), doubt_of(baseline));
}

}  // namespace sudoku
