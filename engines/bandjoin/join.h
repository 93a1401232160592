#pragma once

#include "engines/bandjoin/board.h"

namespace sudoku::bandjoin {

/// Counts the solutions of any puzzle, in whichever orientation takes less work. An instance serves
/// any number of puzzles, one after the other.
class Join {
 public:
  explicit Join(const Kernels& kernels) : kernels_(kernels), upright_(kernels), turned_(kernels) {}

  /// A lower bound if the interruption comes. Puzzles with much work are shared by `threads`
  /// threads, which the call starts and ends.
  SolutionCount count(const Grid& puzzle, unsigned threads, Interruption& interruption);

 private:
  /// An orientation of the puzzle that `upright_` has, its roles chosen.
  struct Plan {
    Board& board;
    bool is_large;  ///< worth more than one thread
  };
  Plan plan(Interruption& interruption);
  SolutionCount count_on_threads(Board& board, unsigned threads, Interruption& interruption);

  const Kernels& kernels_;
  Board upright_;
  Board turned_;  // rows and columns exchanged
  SliceMemory memory_;
};

}  // namespace sudoku::bandjoin
