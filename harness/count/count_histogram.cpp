#include "harness/count/count_histogram.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace sudoku {
namespace {

/// Smallest number of solutions in each bin.
constexpr auto kLows = [] {
  std::array<SolutionCount, CountHistogram::kBins> lows{0, 1, 2};
  SolutionCount power = 1;
  for (std::size_t bin = 3; bin < lows.size(); ++bin) lows[bin] = power *= 10;
  return lows;
}();

}  // namespace

CountHistogram::Range CountHistogram::range(std::size_t bin) {
  const SolutionCount end = bin + 1 < kBins ? kLows[bin + 1] : 0;
  return {kLows[bin], end - 1};
}

std::size_t CountHistogram::bin_of(SolutionCount solutions) {
  const auto* const above = std::upper_bound(kLows.begin(), kLows.end(), solutions);
  return static_cast<std::size_t>(above - kLows.begin()) - 1;
}

std::string CountHistogram::column_name(std::size_t bin) {
  const auto [low, high] = range(bin);
  if (high == low) return fmt::format("n_{}", format_digits(low));
  return fmt::format("n_{}_{}", format_digits(low), format_digits(high));
}

CountHistogram& CountHistogram::operator+=(const CountHistogram& other) {
  for (std::size_t bin = 0; bin < kBins; ++bin) bins_[bin] += other.bins_[bin];
  return *this;
}

std::uint64_t CountHistogram::total() const {
  return std::accumulate(bins_.begin(), bins_.end(), std::uint64_t{0});
}

}  // namespace sudoku
