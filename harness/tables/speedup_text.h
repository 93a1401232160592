#pragma once

#include <optional>
#include <string>

#include <fmt/format.h>

#include "harness/stats/speedup.h"

namespace sudoku {

// Speedups and intervals in words.

/// Formats an interval as in `[1.43, 1.66]`. `format(end)` formats an end.
template <typename Format>
std::string format_interval(const Interval& interval, const Format& format) {
  return fmt::format("[{}, {}]", format(interval.low), format(interval.high));
}

/// Formats a speedup as in `1.35x faster`, `>= 2.00x slower` or `1.00x`. Empty if it is unknown.
std::string format_speedup(const Speedup& speedup);

/// Formats the interval of the factor of `format_speedup`. Empty if there is none.
std::string format_interval(const Speedup& speedup);

/// Returns the end of a sentence that begins with "no interval for".
std::string why_no_interval(const Speedup& speedup);

/// Returns whether one engine is faster in the median block, and the other one in total time.
bool is_undecided(const Speedup& speedup);

/// Returns a sentence on an undecided speedup of an engine over a baseline.
std::string describe_undecided(const Speedup& speedup, const std::string& engine,
                               const std::string& baseline);

/// Returns the ratio of the total times if it is far outside the interval of the median.
std::optional<double> remarkable_total(const Speedup& speedup);

}  // namespace sudoku
