#include "harness/stats/confidence_interval.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sudoku {
namespace {

/// Returns the smallest number of successes that is exceeded with less than 1 - `probability`.
std::size_t binomial_quantile(std::size_t trials, double share, double probability) {
  const auto size = static_cast<double>(trials);
  double log_probability = size * std::log1p(-share);  // of exactly k successes
  double sum = std::exp(log_probability);              // of at most k successes
  std::size_t k = 0;
  for (; sum <= probability && k < trials; ++k) {
    const auto hits = static_cast<double>(k);
    log_probability += std::log((size - hits) / (hits + 1) * share / (1 - share));
    sum += std::exp(log_probability);
  }
  return k;
}

}  // namespace

std::optional<Estimate> estimate_median(std::vector<double> sample) {
  if (sample.empty()) return std::nullopt;
  std::sort(sample.begin(), sample.end());
  const std::size_t n = sample.size();
  Estimate estimate;
  estimate.value = (sample[(n - 1) / 2] + sample[n / 2]) / 2;
  if (!std::isfinite(estimate.value)) return std::nullopt;
  // The k-th smallest and the k-th largest value enclose the median with at least 95 % confidence
  // if P(Binomial(n, 1/2) < k) <= 2.5 %.
  const std::size_t rank = binomial_quantile(n, 0.5, 0.025);
  if (rank > 0 && std::isfinite(sample[n - rank])) {
    estimate.interval = Interval{sample[rank - 1], sample[n - rank]};
  }
  return estimate;
}

std::optional<Estimate> estimate_ratio(std::vector<double> logs) {
  auto estimate = estimate_median(std::move(logs));
  if (!estimate) return std::nullopt;
  estimate->value = std::exp(estimate->value);
  if (auto& interval = estimate->interval) {
    *interval = {std::exp(interval->low), std::exp(interval->high)};
  }
  return estimate;
}

Interval wilson_interval(double share, double trials) {
  constexpr double kDeviations = 1.959963984540054;  // 97.5 % of a normal distribution
  const double weight = kDeviations * kDeviations / trials;
  const double middle = (share + weight / 2) / (1 + weight);
  const double half = std::sqrt(share * (1 - share) * weight + weight * weight / 4) / (1 + weight);
  return {std::max(middle - half, 0.0), std::min(middle + half, 1.0)};
}

std::optional<Estimate> estimate_share(const RepeatedTrials& trials) {
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
  return Estimate{share, wilson_interval(share, effective)};
}

unsigned most_by_chance(unsigned trials, double share) {
  return static_cast<unsigned>(binomial_quantile(trials, share, 0.999));
}

}  // namespace sudoku
