#pragma once

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
  static Range range(std::size_t bin);
  static std::size_t bin_of(SolutionCount solutions);
  /// Returns the name of the CSV column, such as `n_0` or `n_10_99`.
  static std::string column_name(std::size_t bin);

  void add(SolutionCount solutions) { ++bins_[bin_of(solutions)]; }
  CountHistogram& operator+=(const CountHistogram& other);

  std::uint64_t& operator[](std::size_t bin) { return bins_[bin]; }
  std::uint64_t operator[](std::size_t bin) const { return bins_[bin]; }
  std::uint64_t total() const;

  friend bool operator==(const CountHistogram&, const CountHistogram&) = default;

 private:
  std::array<std::uint64_t, kBins> bins_{};
};

}  // namespace sudoku
