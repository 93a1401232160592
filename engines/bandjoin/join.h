#pragma once

#include "engines/bandjoin/board.h"

namespace sudoku::bandjoin {

/// Counts the solutions of a puzzle in the orientation with less work. An instance can be reused
/// for other puzzles.
class Join {
 public:
  explicit Join(const Kernels& kernels) : kernels_(kernels), upright_(kernels), turned_(kernels) {}

  /// Returns the number of solutions of a puzzle with these given candidates, or a lower bound if
  /// the stop condition is met. Large puzzles use `threads` threads, which end with the call.
  SolutionCount count(const Candidates& given, unsigned threads, StopCondition& stop);

 private:
  /// The chosen orientation of a puzzle. The roles in the plan of its board are set.
  struct Choice {
    Board& board;
    bool is_large;  ///< whether it is worth more than one thread
  };
  Choice choose(StopCondition& stop);
  SolutionCount count_on_threads(Board& board, unsigned threads, StopCondition& stop);

  const Kernels& kernels_;
  Board upright_;
  Board turned_;  // the transposed puzzle
  SliceMemory memory_;
};

}  // namespace sudoku::bandjoin
