#include "harness/puzzle/uniqueness_engine.h"

namespace sudoku {

const EngineInfo& uniqueness_engine(const Shape& shape) {
  if (shape == k9x9) return fastest_on_blocks();
  // Beyond that, few puzzles take nearly all of the time: those of thousands of guesses.
  constexpr std::size_t kLastEasySide = 16;
  return shape.side() <= kLastEasySide ? default_engine(shape) : *find_engine("learn");
}

}  // namespace sudoku
