#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "engines/solution_count.h"

namespace sudoku {

/// Histogram of numbers of solutions. The bins are 0, 1, 2 to 9, and then decades up to 128 bits.
class CountHistogram {
 public:
  static constexpr std::size_t kBins = 41;

  /// Numbers of solutions of a bin, inclusive.
  struct Range {
    SolutionCount low = 0;
    SolutionCount high = 0;
  };
  static Range range(std::size_t bin) {
    return {kLows[bin], bin + 1 < kBins ? kLows[bin + 1] - 1 : ~SolutionCount{0}};
  }
  static std::size_t bin_of(SolutionCount solutions) {
    const auto* const above = std::upper_bound(kLows.begin(), kLows.end(), solutions);
    return static_cast<std::size_t>(above - kLows.begin()) - 1;
  }
  /// Returns the name of the CSV column, such as `n_0` or `n_10_99`.
  static std::string column_name(std::size_t bin) {
    const auto [low, high] = range(bin);
    const std::string name = "n_" + format_digits(low);
    return low == high ? name : name + '_' + format_digits(high);
  }

  void add(SolutionCount solutions) { ++bins_[bin_of(solutions)]; }
  CountHistogram& operator+=(const CountHistogram& other) {
    for (std::size_t bin = 0; bin < kBins; ++bin) bins_[bin] += other.bins_[bin];
    return *this;
  }

  std::uint64_t& operator[](std::size_t bin) { return bins_[bin]; }
  std::uint64_t operator[](std::size_t bin) const { return bins_[bin]; }

 private:
  /// Smallest number of solutions in each bin.
  static constexpr auto kLows = [] {
    std::array<SolutionCount, 41> lows{0, 1, 2};
    SolutionCount power = 1;
    for (std::size_t bin = 3; bin < lows.size(); ++bin) lows[bin] = power *= 10;
    return lows;
  }();

  std::array<std::uint64_t, kBins> bins_{};
};

}  // namespace sudoku
