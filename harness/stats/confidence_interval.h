#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace sudoku {

struct Interval {
  double low = 0;
  double high = 0;
};

/// An estimate from a sample, with a 95 % confidence interval if the sample is large enough for it.
struct Estimate {
  double value = 0;
  std::optional<Interval> interval;
};

/// Returns whether the interval of a ratio excludes 1.
inline bool is_conclusive(const Estimate& ratio) {
  return ratio.interval && (ratio.interval->low > 1 || ratio.interval->high < 1);
}

/// Stands for the time of an unsolved block, which is longer than any other.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Number of values that a 95 % interval of a median needs.
inline constexpr std::size_t kValuesForInterval = 6;

/// Estimates the median. The interval comes from the sign test, which assumes nothing about the
/// distribution. Its ends are order statistics chosen by the binomial distribution with p = 1/2
/// (Conover, Practical Nonparametric Statistics). Returns nullopt for an empty sample or an
/// infinite median, and no interval for too few values or if its end is infinite.
std::optional<Estimate> estimate_median(std::vector<double> sample);

/// Estimates the median of ratios from their logarithms.
std::optional<Estimate> estimate_ratio(std::vector<double> logs);

/// Returns Wilson's score interval (Probable Inference, the Law of Succession, and Statistical
/// Inference, 1927) for a share of successes in independent trials. `trials` is above 0 and may be
/// a fraction.
Interval wilson_interval(double share, double trials);

/// Outcome of the same number of trials with each of several units.
struct RepeatedTrials {
  std::uint64_t units = 0;
  std::uint64_t trials_a_unit = 0;
  std::uint64_t successes = 0;  ///< of all trials
  std::uint64_t squares = 0;    ///< sum over the units of the square of their successes
};

/// Estimates the share of successes for units like these. Trials of one unit are not independent,
/// so Wilson's interval uses Kish's effective sample size: the number of independent trials for
/// which the share has the same variance. If all or no trials succeed, this is the number of units.
/// Returns nullopt if there are no trials.
std::optional<Estimate> estimate_share(const RepeatedTrials& trials);

/// Returns the 99.9 % quantile of the binomial distribution: a number of successes that chance
/// exceeds in at most 0.1 % of cases. `share` is the probability of a success, between 0 and 1.
unsigned most_by_chance(unsigned trials, double share);

}  // namespace sudoku
