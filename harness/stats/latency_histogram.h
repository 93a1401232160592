#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sudoku {

/// Quantiles of durations in nanoseconds, and the maximum. Nullopt if they are unknown.
struct LatencyQuantiles {
  std::optional<std::int64_t> p50{};
  std::optional<std::int64_t> p90{};
  std::optional<std::int64_t> p99{};
  std::optional<std::int64_t> p999{};
  std::optional<std::int64_t> max{};
};

/// Histogram of durations, like HdrHistogram (Tene). It is exact below 128 ns. Above, it
/// has 64 buckets for each power of two, so a bucket is at most 1/64 of its value wide.
class LatencyHistogram {
 public:
  void add(std::int64_t ns);
  /// Adds a search without a solution. It counts as longer than all durations.
  void add_unsolved() { ++total_; }

  /// Returns the smallest duration that at least `fraction` of all do not exceed, rounded up within
  /// its bucket. Nullopt if that search is unsolved, or if the histogram is empty.
  std::optional<std::int64_t> quantile(double fraction) const;
  /// Nullopt if a search is unsolved, or if the histogram is empty.
  std::optional<std::int64_t> max() const;
  LatencyQuantiles quantiles() const;
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
