#pragma once

#include <cstddef>

#include "engines/continuation.h"
#include "engines/engine.h"

namespace sudoku::triads {

/// Offloads boards of a call of `solve` to a lanes engine. Begins the continuation at the first
/// board.
class Offload {
 public:
  Offload(Continuation& lanes, const SolveLimits& limits, const Answers& answers,
          SolutionSink* sink, std::size_t first_puzzle)
      : lanes_(lanes), limits_(limits), answers_(answers), sink_(sink), first_(first_puzzle) {}

  /// Returns the memory for the candidates of a board of `puzzle`.
  Continuation::Place add(std::size_t puzzle) {
    if (boards_ == 0) lanes_.begin(limits_, answers_, sink_, first_);
    ++boards_;
    return lanes_.add(puzzle);
  }
  /// Whether there are enough boards to use the lanes well.
  bool is_full() const { return boards_ >= kManyBoards; }
  /// Searches the added boards.
  void finish() {
    if (boards_ != 0) lanes_.finish();
  }

 private:
  static constexpr std::size_t kManyBoards = 512;

  Continuation& lanes_;
  const SolveLimits& limits_;
  const Answers& answers_;
  SolutionSink* sink_;
  std::size_t first_;
  std::size_t boards_ = 0;
};

}  // namespace sudoku::triads
