#pragma once

#include <cstddef>

#include "engines/engine.h"
#include "engines/lanes/continuation.h"

namespace sudoku::triads {

/// The way of boards from a call of `solve` to lanes, which hears of the call with the first one.
class HandOver {
 public:
  HandOver(lanes::Continuation& lanes, const SolveLimits& limits, const Answers& answers,
           SolutionSink* sink)
      : lanes_(lanes), limits_(limits), answers_(answers), sink_(sink) {}

  lanes::Continuation::Place add(std::size_t puzzle) {
    if (!is_begun_) lanes_.begin(limits_, answers_, sink_);
    is_begun_ = true;
    return lanes_.add(puzzle);
  }
  void finish() {
    if (is_begun_) lanes_.finish();
  }

 private:
  lanes::Continuation& lanes_;
  const SolveLimits& limits_;
  const Answers& answers_;
  SolutionSink* sink_;
  bool is_begun_ = false;
};

}  // namespace sudoku::triads
