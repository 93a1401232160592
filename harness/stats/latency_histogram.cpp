#include "harness/stats/latency_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace sudoku {

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

LatencyQuantiles LatencyHistogram::quantiles() const {
  return {quantile(0.5), quantile(0.9), quantile(0.99), quantile(0.999), max()};
}

std::optional<std::int64_t> LatencyHistogram::max() const {
  if (total_ == 0 || finished_ < total_) return std::nullopt;
  return max_ns_;
}

}  // namespace sudoku
