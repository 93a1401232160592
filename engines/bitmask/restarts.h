#pragma once

#include <bit>
#include <cstdint>

namespace sudoku::bitmask {

/// Decides when to restart at the root: after a number of contradictions without a solution. The
/// lengths of runs follow the Luby sequence. It is unbounded, so a run searches the whole tree in
/// the end. After the first solution there is no restart: no solution occurs twice, and the whole
/// tree is searched.
class Restarts {
 public:
  void add_contradiction() { ++contradictions_; }
  void add_solution() { may_restart_ = false; }
  bool is_due() const { return may_restart_ && contradictions_ >= end_of_run_; }
  void restart() { end_of_run_ = contradictions_ + kShortestRun * luby(++run_); }

 private:
  static constexpr std::uint64_t kShortestRun = 50;  // contradictions

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
