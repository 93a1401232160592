#pragma once

#include <cstddef>

#include "engines/continuation.h"
#include "engines/engine.h"

namespace sudoku::triads {

/// The way of boards from a call of `solve` to lanes, which hears of the call with the first one.
class HandOver {
 public:
  HandOver(Continuation& lanes, const SolveLimits& limits, const Answers& answers,
           SolutionSink* sink)
      : lanes_(lanes), limits_(limits), answers_(answers), sink_(sink) {}

  Continuation::Place add(std::size_t puzzle) {
    if (!is_begun_) lanes_.begin(limits_, answers_, sink_);
    is_begun_ = true;
    return lanes_.add(puzzle);
  }
  void finish() {
    if (is_begun_) lanes_.finish();
  }

 private:
  Continuation& lanes_;
  const SolveLimits& limits_;
  const Answers& answers_;
  SolutionSink* sink_;
  bool is_begun_ = false;
};

}  // namespace sudoku::triads
