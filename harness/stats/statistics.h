#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace sudoku {

/// Median of a sample. If the sample is large enough, also an interval that covers the median of
/// the population with at least 95 % confidence.
struct MedianEstimate {
  struct Interval {
    double low = 0;
    double high = 0;
  };
  double median = 0;
  std::optional<Interval> interval;
};

/// Returns whether the interval of a ratio excludes 1.
inline bool is_conclusive(const MedianEstimate& ratio) {
  return ratio.interval && (ratio.interval->low > 1 || ratio.interval->high < 1);
}

/// Time of a search that was cut short: longer than any other.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Estimates the median. The interval comes from the sign test, which assumes nothing about the
/// distribution: it uses order statistics chosen by the binomial distribution with p = 1/2
/// (Conover, Practical Nonparametric Statistics). It needs 6 values. Returns nullopt for an empty
/// sample or an infinite median, and no interval if its end is infinite.
std::optional<MedianEstimate> estimate_median(std::vector<double> sample);

/// Estimates the median of ratios from their logarithms.
std::optional<MedianEstimate> estimate_ratio(std::vector<double> logs);

/// Share of successes, with a 95 % confidence interval.
struct ShareEstimate {
  double share = 0;
  MedianEstimate::Interval interval;
};

/// Returns Wilson's score interval (Probable Inference, the Law of Succession, and Statistical
/// Inference, 1927) for a share of successes in independent trials. `trials` is above 0 and may be
/// a fraction.
MedianEstimate::Interval wilson_interval(double share, double trials);

/// Outcome of the same number of trials with each of several units.
struct RepeatedTrials {
  std::uint64_t units = 0;
  std::uint64_t trials_a_unit = 0;
  std::uint64_t successes = 0;  ///< of all trials
  std::uint64_t squares = 0;    ///< sum over the units of the square of their successes
};

/// Estimates the share of successes for units like these. Trials of one unit are not independent,
/// so Wilson's interval is taken for Kish's effective sample size: the number of independent trials
/// whose shares vary as much as those of the units. If all or no trials succeed, this is the number
/// of units. Returns nullopt if there are no trials.
std::optional<ShareEstimate> estimate_share(const RepeatedTrials& trials);

/// Returns the 99.9 % quantile of the binomial distribution: a number of successes that chance
/// exceeds in at most 0.1 % of cases. `share` is the probability of a success, between 0 and 1.
unsigned most_by_chance(unsigned trials, double share);

/// Histogram of durations, as HdrHistogram (Tene). It is exact below 128 ns, and then has 64
/// buckets for each power of two, so that a bucket is at most 1/64 of its value wide.
class LatencyHistogram {
 public:
  void add(std::int64_t ns);
  /// Adds a search that was cut short. It counts as longer than all durations.
  void add_cut_short();
  void merge(const LatencyHistogram& other);

  /// Returns the smallest duration that at least `fraction` of all do not exceed, rounded up within
  /// its bucket. Nullopt if that search was cut short, or if the histogram is empty.
  std::optional<std::int64_t> quantile(double fraction) const;
  /// Nullopt if a search was cut short, or if the histogram is empty.
  std::optional<std::int64_t> max() const;
  bool is_empty() const { return total_ == 0; }

 private:
  static constexpr int kPrecisionBits = 6;
  static constexpr std::size_t kBuckets = (64 - kPrecisionBits) << kPrecisionBits;

  std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(kBuckets);
  std::uint64_t finished_ = 0;  // in the buckets
  std::uint64_t total_ = 0;
  std::int64_t max_ns_ = 0;
};

}  // namespace sudoku
