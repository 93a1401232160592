#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace sudoku {

/// Adapts the number of puzzles per block so that a block takes about a quarter of a second. Short
/// blocks lose little work on a kill, and let threads finish together. The maximum fills an engine
/// that searches many puzzles at once. Thread-safe.
class BlockSizer {
 public:
  std::size_t size() const { return size_.load(std::memory_order_relaxed); }

  /// Records the wall time of a block.
  void note(std::size_t puzzles, std::int64_t wall_ns) {
    constexpr std::int64_t kLong = 400'000'000;
    constexpr std::int64_t kShort = 100'000'000;
    if (wall_ns > kLong) size_ = std::max(puzzles / 2, kSmallest);
    if (wall_ns < kShort) size_ = std::max(size(), std::min(2 * puzzles, kLargest));
  }

 private:
  static constexpr std::size_t kSmallest = 1;
  static constexpr std::size_t kLargest = 16384;
  std::atomic<std::size_t> size_{32};
};

}  // namespace sudoku
