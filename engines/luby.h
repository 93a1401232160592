#pragma once

#include <cstdint>

namespace sudoku {

/// The sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... for the lengths of runs between restarts (M.
/// Luby, A. Sinclair and D. Zuckerman, Optimal Speedup of Las Vegas Algorithms, 1993), computed as
/// D. E. Knuth does.
class Luby {
 public:
  std::uint64_t current() const { return current_; }
  void advance() {
    const std::uint64_t lowest_bit = run_ & (~run_ + 1);
    if (lowest_bit == current_) {
      ++run_;
      current_ = 1;
    } else {
      current_ *= 2;
    }
  }

 private:
  std::uint64_t run_ = 1;
  std::uint64_t current_ = 1;
};

}  // namespace sudoku
