#pragma once

#include <cstddef>
#include <cstdint>

#include "engines/engine.h"

namespace sudoku {

/// An engine that goes on with searches that another one has begun, from the 9x9 boards that these
/// have open.
class Continuation {
 public:
  /// Where a board is to be written: the candidates of its cell i, bit d - 1 for digit d, go to
  /// first[i * stride].
  struct Place {
    std::uint16_t* first;
    std::size_t stride;
  };

  virtual ~Continuation() = default;
  /// The call of Engine::solve that boards will come from. What it was given has to last until
  /// `finish`.
  virtual void begin(const SolveLimits& limits, const Answers& answers, SolutionSink* sink) = 0;
  /// Takes a board of a puzzle of that call, whose result says what was found before. The boards
  /// of a puzzle come one after the other, each to be written before the next one. May search
  /// those of other puzzles first.
  virtual Place add(std::size_t puzzle) = 0;
  /// Searches all that was added, and adds to the results what is found.
  virtual void finish() = 0;
};

}  // namespace sudoku
