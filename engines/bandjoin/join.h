#pragma once

#include "engines/bandjoin/board.h"

namespace sudoku::bandjoin {

/// Counts the solutions of any puzzle, in whichever orientation takes less work. An instance serves
/// any number of puzzles, one after the other, on one thread.
class Join {
 public:
  explicit Join(const Kernels& kernels) : upright_(kernels), turned_(kernels) {}

  /// A lower bound if the interruption comes.
  SolutionCount count(const Grid& puzzle, Interruption& interruption);

 private:
  /// The orientation with the least work, its roles chosen.
  Board& plan(const Grid& puzzle, Interruption& interruption);

  Board upright_;
  Board turned_;  // rows and columns exchanged
  SliceMemory memory_;
};

}  // namespace sudoku::bandjoin
