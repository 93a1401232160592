#pragma once

#include <memory>

#include "engines/engine.h"
#include "harness/generate/plan.h"

namespace sudoku {

/// Rates puzzles with one solution by what solves them. The classes do not overlap:
///   easy     naked and hidden singles
///   medium   these, locked candidates, and naked and hidden pairs; not without
///   hard     search, of which the median over 20 isomorphs takes at most kHardGuesses guesses of
///            the engine bitmask
///   extreme  search that takes more
/// The isomorphs are the puzzle itself and 19 drawn from a fixed seed: a rating depends on the
/// puzzle alone, and is the same on every machine. An instance belongs to one thread.
class DifficultyRater {
 public:
  static constexpr double kHardGuesses = 8;
  static constexpr int kIsomorphs = 20;

  DifficultyRater();

  Difficulty rate(const Grid& puzzle);
  /// Whether the puzzle has that difficulty; every puzzle has Difficulty::any.
  bool is_of(const Grid& puzzle, Difficulty wanted);

 private:
  double median_guesses(const Grid& puzzle);

  std::unique_ptr<Engine> engine_;
};

}  // namespace sudoku
