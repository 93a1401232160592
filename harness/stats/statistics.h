#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace sudoku {

/// The median of a sample and, where the sample is large enough, an interval that covers the median
/// of what was sampled from with at least 95 % confidence.
struct MedianEstimate {
  struct Interval {
    double low = 0;
    double high = 0;
  };
  double median = 0;
  std::optional<Interval> interval;
};

/// Whether a ratio is known to be more, or less, than 1.
inline bool is_told_apart(const MedianEstimate& ratio) {
  return ratio.interval && (ratio.interval->low > 1 || ratio.interval->high < 1);
}

/// What stands for a value that is larger than any: of a search that was cut short.
inline constexpr double kUnended = std::numeric_limits<double>::infinity();

/// Exact distribution-free interval from the sign test: order statistics chosen by the binomial
/// distribution with p = 1/2 (Conover, Practical Nonparametric Statistics). It needs 6 values.
/// Nothing for an empty sample, and where the median is unended; no interval where its end is.
std::optional<MedianEstimate> estimate_median(std::vector<double> sample);

/// A share, and an interval that covers what it estimates with 95 % confidence.
struct ShareEstimate {
  double share = 0;
  MedianEstimate::Interval interval;
};

/// Wilson's score interval (Probable Inference, the Law of Succession, and Statistical Inference,
/// 1927) for that share of the trials, which are independent. As many as there are need not be a
/// whole number, but more than 0.
MedianEstimate::Interval wilson_interval(double share, double trials);

/// What is known of trials, as many of each of some units.
struct RepeatedTrials {
  std::uint64_t units = 0;
  std::uint64_t trials_a_unit = 0;
  std::uint64_t successes = 0;  ///< of all trials
  std::uint64_t squares = 0;    ///< sum over the units of the square of their successes
};

/// The share of successes, and the interval for units like these. Trials of one unit are not
/// independent: Wilson's interval is taken for as many trials as would, if they were independent,
/// spread as the shares of the units do (Kish's effective sample size), and where all or none
/// succeed, for as many as there are units. Nothing where there are no trials.
std::optional<ShareEstimate> estimate_share(const RepeatedTrials& trials);

/// The number of successes, each of probability `share` (above 0 and below 1), that chance alone
/// exceeds at most once in a thousand times: the quantile of the binomial distribution.
unsigned most_by_chance(unsigned trials, double share);

/// Counts of durations in buckets whose width is at most 1/64 of their value, as in HdrHistogram
/// (Tene): exact below 128 ns, then 64 buckets for each power of two.
class LatencyHistogram {
 public:
  void add(std::int64_t ns);
  /// One that would have been longer than all others, and was cut short.
  void add_unended();
  void merge(const LatencyHistogram& other);

  /// The smallest duration, within a bucket's width, that at least `fraction` of all durations do
  /// not exceed. Nothing where that is one that was cut short, and if the histogram is empty.
  std::optional<std::int64_t> quantile(double fraction) const;
  /// Nothing likewise.
  std::optional<std::int64_t> max() const;
  bool is_empty() const { return total_ == 0; }

 private:
  static constexpr int kPrecisionBits = 6;
  static constexpr std::size_t kBuckets = (64 - kPrecisionBits) << kPrecisionBits;

  std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(kBuckets);
  std::uint64_t ended_ = 0;  // those in the buckets
  std::uint64_t total_ = 0;
  std::int64_t max_ns_ = 0;
};

}  // namespace sudoku
