#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "engines/engine.h"

namespace sudoku {

/// Interface of an engine that can continue searches of 9x9 boards that another engine has started.
/// Call `begin`, then `add` for each board, then `finish`, all on one thread.
class Continuation {
 public:
  /// Maximum number of puzzles between `begin` and `finish`.
  static constexpr std::size_t kMostPuzzles = std::size_t{1} << 15;

  /// Memory for one board. Write the candidates of cell i, bit d - 1 for digit d, to
  /// first[i * stride].
  struct Place {
    std::uint16_t* first;
    std::size_t stride;
  };

  virtual ~Continuation() = default;
  /// Takes the arguments of the call of Engine::solve and the index of the first puzzle that boards
  /// may belong to. The arguments must stay valid until `finish`.
  virtual void begin(const SolveLimits& limits, const Answers& answers, SolutionSink* sink,
                     std::size_t first_puzzle) = 0;
  /// Returns the memory for a board of that puzzle. Write the board before the next call. All
  /// boards of a puzzle must be added one after the other. The result of the puzzle must hold what
  /// its search has found so far. The search must not have ended.
  virtual Place add(std::size_t puzzle) = 0;
  /// Searches all added boards and adds their solutions and guesses to the results. Time limits per
  /// puzzle start again.
  virtual void finish() = 0;
};

/// Wall times of single puzzles in the last call of an engine that had a time limit per puzzle.
class PuzzleClocks {
 public:
  virtual ~PuzzleClocks() = default;
  /// Time of one puzzle, accurate to about two milliseconds. Zero if the search of the puzzle was
  /// shorter than the interval between two clock readings.
  virtual std::chrono::nanoseconds spent(std::size_t puzzle) const = 0;
};

}  // namespace sudoku
