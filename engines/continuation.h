#pragma once

#include <cstddef>
#include <cstdint>

#include "engines/engine.h"

namespace sudoku {

/// What an engine is besides that can go on with searches of 9x9 boards that another one has begun.
class Continuation {
 public:
  /// Of the puzzles that boards may come from at a time.
  static constexpr std::size_t kMostPuzzles = std::size_t{1} << 15;

  /// Where a board is to be written: the candidates of its cell i, bit d - 1 for digit d, go to
  /// first[i * stride].
  struct Place {
    std::uint16_t* first;
    std::size_t stride;
  };

  virtual ~Continuation() = default;
  /// The call of Engine::solve that boards will come from, and the first puzzle that they may be
  /// of. The limits, the sink and the memory of the answers have to last until `finish`.
  virtual void begin(const SolveLimits& limits, const Answers& answers, SolutionSink* sink,
                     std::size_t first_puzzle) = 0;
  /// Takes a board of a puzzle that is not at an end yet; the result of the puzzle says what its
  /// search has found before. The boards of a puzzle come one after the other, each to be written
  /// before the next one.
  virtual Place add(std::size_t puzzle) = 0;
  /// Searches all that was added, and adds to the results what is found. The clocks of puzzles
  /// whose time is limited begin anew.
  virtual void finish() = 0;
};

}  // namespace sudoku
