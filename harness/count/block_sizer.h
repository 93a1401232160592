#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace sudoku {

/// Chooses how many puzzles a block has: as many as take about a quarter of a second, so that
/// little is lost when the program is killed and threads do not wait for each other long, but not
/// more than fill an engine that searches many puzzles together. Thread-safe.
class BlockSizer {
 public:
  std::size_t size() const { return size_.load(std::memory_order_relaxed); }

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
