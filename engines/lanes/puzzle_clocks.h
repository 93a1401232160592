#pragma once

#include <chrono>
#include <cstddef>

namespace sudoku::lanes {

/// What the last call of an engine took for each of its puzzles, where it limited their time.
class PuzzleClocks {
 public:
  virtual ~PuzzleClocks() = default;
  /// To a tick or two of a millisecond; nothing for a puzzle that no tick has seen.
  virtual std::chrono::nanoseconds spent(std::size_t puzzle) const = 0;
};

}  // namespace sudoku::lanes
