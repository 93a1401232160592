#include "harness/stats/speedup.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>

#include "harness/stats/rows.h"

namespace sudoku {
namespace {

/// Range of the logarithm of a ratio, and, if it is exact, the total times of its blocks and its
/// systematic error.
struct LogRange {
  double low = -kInfinity;
  double high = kInfinity;
  double baseline_ns = 0;
  double engine_ns = 0;
  double error = 0;

  bool is_exact() const { return low == high; }
};

/// Returns the range of baseline / engine.
std::optional<LogRange> log_range(const BlockTime& engine, const BlockTime& baseline) {
  if (engine.is_lower_bound && baseline.is_lower_bound) return LogRange{};
  const auto ratio = ratio_of(baseline, engine);
  const bool is_bound = engine.is_lower_bound || baseline.is_lower_bound;
  if (!ratio) return is_bound ? std::optional(LogRange{}) : std::nullopt;
  const double log = std::log(*ratio);
  if (engine.is_lower_bound) return LogRange{-kInfinity, log};
  if (baseline.is_lower_bound) return LogRange{log, kInfinity};
  // The errors are independent of each other.
  const double error =
      std::hypot(std::log1p(engine.relative_error), std::log1p(baseline.relative_error));
  return LogRange{log, log, engine.puzzles * baseline.ns, engine.puzzles * engine.ns, error};
}

/// Returns the mean of two ranges and errors, and the sum of their times.
LogRange mean_of(const LogRange& a, const LogRange& b) {
  return {(a.low + b.low) / 2, (a.high + b.high) / 2, a.baseline_ns + b.baseline_ns,
          a.engine_ns + b.engine_ns, (a.error + b.error) / 2};
}

/// Ranges of the blocks that both engines started, averaged over pairs of blocks if there are
/// pairs.
struct LogRanges {
  std::vector<LogRange> ranges;
  std::size_t blocks_a_range = 1;
};

LogRanges log_ranges(const BlockTimes& solver, const BlockTimes& baseline) {
  const auto range_of = [&](std::size_t i) -> std::optional<LogRange> {
    const bool is_known = i < std::min(solver.size(), baseline.size()) && solver[i] && baseline[i];
    return is_known ? log_range(*solver[i], *baseline[i]) : std::nullopt;
  };
  LogRanges pairs{{}, 2};
  LogRanges single{{}, 1};
  for (std::size_t i = 0; i < solver.size(); i += 2) {
    const auto forth = range_of(i);
    const auto back = range_of(i + 1);
    if (forth && back) pairs.ranges.push_back(mean_of(*forth, *back));
    if (forth) single.ranges.push_back(*forth);
    if (back) single.ranges.push_back(*back);
  }
  return pairs.ranges.empty() ? single : pairs;
}

/// Returns a lower or an upper bound of the speedup, or neither if nothing is known.
Speedup bound_of(const LogRanges& all) {
  const auto median_of = [&all](double LogRange::*end) {
    std::vector<double> ends;
    for (const LogRange& range : all.ranges) ends.push_back(range.*end);
    return estimate_median(ends);
  };
  const auto low = median_of(&LogRange::low);
  const auto high = median_of(&LogRange::high);
  const std::uint64_t blocks = all.blocks_a_range * all.ranges.size();
  const bool is_slower = high && high->value < 0;
  if (low && !is_slower) return {blocks, Estimate{std::exp(low->value), {}}, Bound::at_least};
  if (high) return {blocks, Estimate{std::exp(high->value), {}}, Bound::at_most};
  return {blocks, std::nullopt, Bound::none};
}

Speedup speedup_over(const std::vector<LogRange>& exact, std::size_t blocks_a_range) {
  std::vector<double> logs;
  std::vector<double> errors;
  double baseline_ns = 0;
  double engine_ns = 0;
  for (const LogRange& range : exact) {
    logs.push_back(range.low);
    errors.push_back(range.error);
    baseline_ns += range.baseline_ns;
    engine_ns += range.engine_ns;
  }
  Speedup speedup{blocks_a_range * logs.size(), estimate_ratio(logs), Bound::none};
  if (speedup.ratio) speedup.total_ratio = baseline_ns / engine_ns;
  if (speedup.ratio && blocks_a_range == 1) speedup.ratio->interval.reset();
  if (speedup.ratio && speedup.ratio->interval) {
    Interval& interval = *speedup.ratio->interval;
    const double factor = std::exp(estimate_median(errors)->value);
    interval = {interval.low / factor, interval.high * factor};
  }
  return speedup;
}

/// Returns the indices of the engines that may be the baseline. All of them solved puzzles. Prefers
/// engines without a dispute, then complete engines, then engines that solved most.
std::vector<std::size_t> best_by_answers(std::span<const SummaryRow> rows) {
  const auto rank = [](const SummaryRow& row) {
    return std::tuple(row.verdict != Verdict::disagreement, is_complete(row), row.totals.solved);
  };
  std::vector<std::size_t> best;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].verdict == Verdict::wrong || rows[i].totals.solved == 0) continue;
    if (!best.empty() && rank(rows[i]) > rank(rows[best.front()])) best.clear();
    if (best.empty() || rank(rows[i]) == rank(rows[best.front()])) best.push_back(i);
  }
  return best;
}

}  // namespace

std::optional<BlockTime> block_time_of(const Totals& block) {
  const bool has_fault = block.wrong + block.disagreements + block.failed > 0;
  if (has_fault || block.puzzles == 0) return std::nullopt;
  const auto puzzles = static_cast<double>(block.given());
  const auto ns = static_cast<double>(block.time_ns);
  const double relative_error = ns > 0 ? static_cast<double>(block.error_ns) / ns : 0;
  return BlockTime{ns / puzzles, !has_solved_all(block), puzzles, relative_error};
}

std::optional<double> ratio_of(const BlockTime& a, const BlockTime& b) {
  const double ratio = a.ns / b.ns;
  return ratio > 0 && std::isfinite(ratio) ? std::optional(ratio) : std::nullopt;
}

Speedup speedup_of(const BlockTimes& solver, const BlockTimes& baseline) {
  const LogRanges all = log_ranges(solver, baseline);
  std::vector<LogRange> exact;
  std::ranges::copy_if(all.ranges, std::back_inserter(exact), &LogRange::is_exact);
  const bool are_all_exact = exact.size() == all.ranges.size();
  const bool are_enough =
      exact.size() >= kValuesForInterval && 2 * exact.size() >= all.ranges.size();
  return are_all_exact || are_enough ? speedup_over(exact, all.blocks_a_range) : bound_of(all);
}

Speedup inverse_of(const Speedup& speedup) {
  Speedup inverse = speedup;
  if (inverse.ratio) {
    inverse.ratio->value = 1 / speedup.ratio->value;
    if (auto& interval = inverse.ratio->interval)
      *interval = {1 / interval->high, 1 / interval->low};
  }
  if (speedup.bound != Bound::none) {
    inverse.bound = speedup.bound == Bound::at_least ? Bound::at_most : Bound::at_least;
  }
  if (speedup.total_ratio) inverse.total_ratio = 1 / *speedup.total_ratio;
  return inverse;
}

bool is_conclusive(const Speedup& speedup) {
  if (!speedup.ratio) return false;
  if (speedup.bound == Bound::at_least) return speedup.ratio->value > 1;
  if (speedup.bound == Bound::at_most) return speedup.ratio->value < 1;
  return is_conclusive(*speedup.ratio);
}

std::string baseline_of(std::span<const SummaryRow> rows, std::span<const BlockTimes> times,
                        const std::string& requested) {
  const auto ran = std::ranges::find_if(
      rows, [&](const SummaryRow& row) { return row.key.engine == requested; });
  if (ran != rows.end()) return ran->verdict == Verdict::wrong ? std::string() : requested;
  std::vector<std::size_t> candidates = best_by_answers(rows);
  if (candidates.empty()) return {};
  std::ranges::sort(candidates, {}, [&](std::size_t i) {
    return std::pair(-puzzles_per_second(rows[i].totals, rows[i].key.threads), i);
  });
  const auto is_faster = [&](std::size_t engine, std::size_t other) {
    const Speedup speedup = speedup_of(times[engine], times[other]);
    return speedup.ratio && speedup.bound == Bound::none && speedup.ratio->value > 1;
  };
  // Medians can form a circle, in which each engine is slower than another one. The loop ends
  // because it chooses no engine twice.
  std::size_t fastest = candidates.front();
  while (true) {
    candidates.erase(std::ranges::find(candidates, fastest));
    const auto faster =
        std::ranges::find_if(candidates, [&](std::size_t i) { return is_faster(i, fastest); });
    if (faster == candidates.end()) return rows[fastest].key.engine;
    fastest = *faster;
  }
}

}  // namespace sudoku
