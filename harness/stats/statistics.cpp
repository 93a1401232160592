#include "harness/stats/statistics.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace sudoku {
namespace {

/// Returns the largest k for which the k-th smallest and the k-th largest of n values enclose the
/// median with at least 95 % confidence: P(Binomial(n, 1/2) < k) <= 2.5 %. 0 if there is none.
std::size_t interval_rank(std::size_t n) {
  const auto size = static_cast<double>(n);
  double log_probability = -size * std::log(2.0);
  double below = std::exp(log_probability);
  std::size_t k = 0;
  while (below <= 0.025) {
    const auto hits = static_cast<double>(k);
    log_probability += std::log((size - hits) / (hits + 1));
    below += std::exp(log_probability);
    ++k;
  }
  return k;
}

}  // namespace

std::optional<MedianEstimate> estimate_median(std::vector<double> sample) {
  if (sample.empty()) return std::nullopt;
  std::sort(sample.begin(), sample.end());
  const std::size_t n = sample.size();
  MedianEstimate estimate;
  estimate.median = (sample[(n - 1) / 2] + sample[n / 2]) / 2;
  if (!std::isfinite(estimate.median)) return std::nullopt;
  if (const std::size_t rank = interval_rank(n); rank > 0 && std::isfinite(sample[n - rank])) {
    estimate.interval = MedianEstimate::Interval{sample[rank - 1], sample[n - rank]};
  }
  return estimate;
}

std::optional<MedianEstimate> estimate_ratio(std::vector<double> logs) {
  auto estimate = estimate_median(std::move(logs));
  if (!estimate) return std::nullopt;
  estimate->median = std::exp(estimate->median);
  if (auto& interval = estimate->interval) {
    *interval = {std::exp(interval->low), std::exp(interval->high)};
  }
  return estimate;
}

MedianEstimate::Interval wilson_interval(double share, double trials) {
  constexpr double kDeviations = 1.959963984540054;  // 97.5 % of a normal distribution
  const double weight = kDeviations * kDeviations / trials;
  const double middle = (share + weight / 2) / (1 + weight);
  const double half = std::sqrt(share * (1 - share) * weight + weight * weight / 4) / (1 + weight);
  return {std::max(middle - half, 0.0), std::min(middle + half, 1.0)};
}

std::optional<ShareEstimate> estimate_share(const RepeatedTrials& trials) {
  const auto units = static_cast<double>(trials.units);
  const auto trials_a_unit = static_cast<double>(trials.trials_a_unit);
  const double all = units * trials_a_unit;
  if (all <= 0) return std::nullopt;
  const double share = static_cast<double>(trials.successes) / all;
  const double independent = share * (1 - share);  // variance of one trial
  const double squares = static_cast<double>(trials.squares) / (trials_a_unit * trials_a_unit);
  // Variance of the shares of the units.
  const double variance = (squares - units * share * share) / std::max(units - 1, 1.0);
  double effective = units;
  if (independent > 0 && units > 1) {
    effective = variance * all > independent * units ? units * independent / variance : all;
  }
  return ShareEstimate{share, wilson_interval(share, effective)};
}

unsigned most_by_chance(unsigned trials, double share) {
  constexpr double kNearlyAlways = 0.999;
  double log_probability = trials * std::log1p(-share);  // of exactly `most` successes
  double sum = std::exp(log_probability);                // of at most `most` successes
  unsigned most = 0;
  for (; sum < kNearlyAlways && most < trials; ++most) {
    log_probability += std::log((trials - most) / (most + 1.0) * share / (1 - share));
    sum += std::exp(log_probability);
  }
  return most;
}

// A value below 2^7 is its own bucket. A larger one is shifted right until seven bits are left, the
// highest of them set:
//
//     bucket = shift * 64 + (value >> shift)

void LatencyHistogram::add(std::int64_t ns) {
  const auto value = static_cast<std::uint64_t>(std::max<std::int64_t>(ns, 0));
  const int shift = std::max(0, static_cast<int>(std::bit_width(value)) - 1 - kPrecisionBits);
  const std::uint64_t bucket =
      (static_cast<std::uint64_t>(shift) << kPrecisionBits) + (value >> shift);
  ++counts_[bucket];
  ++finished_;
  ++total_;
  max_ns_ = std::max(max_ns_, static_cast<std::int64_t>(value));
}

void LatencyHistogram::add_cut_short() { ++total_; }

void LatencyHistogram::merge(const LatencyHistogram& other) {
  for (std::size_t i = 0; i < kBuckets; ++i) counts_[i] += other.counts_[i];
  finished_ += other.finished_;
  total_ += other.total_;
  max_ns_ = std::max(max_ns_, other.max_ns_);
}

std::optional<std::int64_t> LatencyHistogram::quantile(double fraction) const {
  if (total_ == 0) return std::nullopt;
  const auto wanted = static_cast<std::uint64_t>(std::clamp(
      std::ceil(fraction * static_cast<double>(total_)), 1.0, static_cast<double>(total_)));
  if (wanted > finished_) return std::nullopt;
  std::uint64_t seen = 0;
  std::size_t bucket = 0;
  while ((seen += counts_[bucket]) < wanted) ++bucket;
  constexpr std::size_t kPerPower = std::size_t{1} << kPrecisionBits;
  const std::size_t shift = bucket < 2 * kPerPower ? 0 : bucket / kPerPower - 1;
  const std::size_t leading = bucket - (shift << kPrecisionBits);
  const auto upper_edge = static_cast<std::int64_t>(((leading + 1) << shift) - 1);
  return std::min(upper_edge, max_ns_);
}

std::optional<std::int64_t> LatencyHistogram::max() const {
  if (total_ == 0 || finished_ < total_) return std::nullopt;
  return max_ns_;
}

}  // namespace sudoku
