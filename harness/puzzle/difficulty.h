#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engines/engine.h"
#include "engines/grid.h"

namespace sudoku {

/// Difficulty classes of puzzles; see DifficultyRater. `any` matches every puzzle.
enum class Difficulty : std::uint8_t { any, easy, medium, hard, extreme };
inline constexpr std::array kDifficultyNames = {"any", "easy", "medium", "hard", "extreme"};

/// Rates puzzles with one solution by what it takes to solve them. A rating depends on the puzzle
/// only and is the same on every machine. Not thread-safe.
class DifficultyRater {
 public:
  static constexpr double kHardGuesses = 8;

  DifficultyRater();

  /// Returns the class of the puzzle:
  ///   easy     naked and hidden singles
  ///   medium   also locked candidates, and naked and hidden pairs
  ///   hard     search with median_guesses of at most kHardGuesses
  ///   extreme  search with more guesses
  Difficulty rate(const Grid& puzzle);

  /// Returns the median number of guesses of a search over 20 isomorphs, because the guesses for a
  /// single isomorph vary widely. The isomorphs are the puzzle itself and 19 drawn from a fixed
  /// seed. Returns 0 if locked candidates and pairs solve the puzzle, although the engines, which
  /// do not use pairs, may guess.
  ///
  /// The guesses for an isomorph are the smaller number of two engines: bitmask with a thorough
  /// search, and lanes. They deduce the same, but branch differently. The minimum keeps a search
  /// for hard puzzles from finding puzzles that are hard for one of them only.
  double median_guesses(const Grid& puzzle);
  /// Whether `median_guesses` exceeds `limit`. Faster than `median_guesses`.
  bool exceeds(const Grid& puzzle, double limit);

 private:
  std::unique_ptr<Engine> bitmask_;
  std::unique_ptr<Engine> lanes_;
};

}  // namespace sudoku
