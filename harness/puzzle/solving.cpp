#include "harness/puzzle/solving.h"

namespace sudoku {

const EngineInfo& uniqueness_engine(const Shape& shape) {
  if (shape == k9x9) return fastest_on_blocks();
  // On larger boards, a few puzzles that take thousands of guesses dominate the time.
  constexpr std::size_t kLastEasySide = 16;
  return shape.side() <= kLastEasySide ? default_engine(shape) : *find_engine("learn");
}

}  // namespace sudoku
