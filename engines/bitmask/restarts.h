#pragma once

#include <bit>
#include <cstdint>

namespace sudoku::bitmask {

/// Decides when the search restarts at the root. A run is the search between two restarts. It ends
/// after a number of contradictions, which follows the Luby sequence. This sequence is unbounded,
/// so at last a run is long enough to search the whole tree. After the first solution, the search
/// does not restart, so that it finds no solution twice.
class Restarts {
 public:
  void add_contradiction() { ++contradictions_; }
  void add_solution() { may_restart_ = false; }
  bool is_due() const { return may_restart_ && contradictions_ >= end_of_run_; }
  void restart() { end_of_run_ = contradictions_ + kShortestRun * luby(++run_); }

 private:
  static constexpr std::uint64_t kShortestRun = 50;  // number of contradictions

  /// The i-th number, from i = 1, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... (M. Luby, A. Sinclair and
  /// D. Zuckerman, Optimal Speedup of Las Vegas Algorithms, 1993).
  static std::uint64_t luby(std::uint64_t i) {
    while (true) {
      const std::uint64_t power = std::bit_ceil(i + 1);
      if (i + 1 == power) return power / 2;
      i -= power / 2 - 1;
    }
  }

  bool may_restart_ = true;
  std::uint64_t contradictions_ = 0;
  std::uint64_t run_ = 1;
  std::uint64_t end_of_run_ = kShortestRun;
};

}  // namespace sudoku::bitmask
