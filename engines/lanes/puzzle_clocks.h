#pragma once

#include <chrono>
#include <cstddef>

namespace sudoku::lanes {

/// Wall times of single puzzles in the last call of an engine that had a time limit per puzzle.
class PuzzleClocks {
 public:
  virtual ~PuzzleClocks() = default;
  /// Time of one puzzle, accurate to about two milliseconds. Zero if the search of the puzzle was
  /// shorter than the interval between two clock readings.
  virtual std::chrono::nanoseconds spent(std::size_t puzzle) const = 0;
};

}  // namespace sudoku::lanes
