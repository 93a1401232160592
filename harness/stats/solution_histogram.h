#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engines/solution_count.h"

namespace sudoku {

/// Numbers of puzzles by their number of solutions. The bins are 0, 1, 2 to 9, and then decades up
/// to 128 bits. Not thread-safe.
class SolutionHistogram {
 public:
  static constexpr std::size_t kBins = 41;

  /// Numbers of solutions of a bin, inclusive.
  struct Range {
    SolutionCount low = 0;
    SolutionCount high = 0;
  };
  static Range range(std::size_t bin);

  void add(SolutionCount solutions);
  SolutionHistogram& operator+=(const SolutionHistogram& other);

  std::uint64_t operator[](std::size_t bin) const { return bins_[bin]; }
  /// Returns the number of puzzles in all bins.
  std::uint64_t puzzles() const;

  friend bool operator==(const SolutionHistogram&, const SolutionHistogram&) = default;

  /// Reads the text that `to_string` returns. Returns nullopt for any other text.
  static std::optional<SolutionHistogram> parse(std::string_view text);

 private:
  std::array<std::uint64_t, kBins> bins_{};
};

/// Returns the bins with puzzles, each as its smallest number of solutions and its puzzles: `0:3
/// 1:12 10:5`.
std::string to_string(const SolutionHistogram& histogram);

}  // namespace sudoku
