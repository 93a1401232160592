#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "engines/engine.h"
#include "engines/grid.h"

namespace sudoku {

/// Difficulty classes of puzzles; see DifficultyRater. `any` matches every puzzle.
enum class Difficulty : std::uint8_t { any, easy, medium, hard, extreme };
inline constexpr std::array kDifficultyNames = {"any", "easy", "medium", "hard", "extreme"};

/// Measures how hard a puzzle with one solution is for a search: the median number of guesses over
/// 20 isomorphs, because the guesses for a single isomorph vary widely. The isomorphs are the
/// puzzle itself and 19 drawn from a fixed seed. Results are the same on every machine.
///
/// The guesses for an isomorph are the smaller number of two engines: bitmask with a thorough
/// search, and lanes. They deduce the same, but branch differently. The minimum keeps a search for
/// hard puzzles from finding puzzles that are hard for one of them only.
///
/// A puzzle that locked candidates and pairs solve takes no guess by definition, although the
/// engines, which do not use pairs, may guess. Not thread-safe.
class GuessMeter {
 public:
  GuessMeter();

  double median_guesses(const Grid& puzzle);
  /// Whether the median exceeds `limit`. Faster than `median_guesses`.
  bool exceeds(const Grid& puzzle, double limit);

 private:
  static constexpr std::size_t kIsomorphs = 20;
  using Guesses = std::array<std::uint64_t, kIsomorphs>;

  void draw_isomorphs(const Grid& puzzle);
  /// Unless `max_guesses` is 0, more guesses than that count as max_guesses + 1.
  Guesses lanes_guesses(std::uint64_t max_guesses);
  std::uint64_t bitmask_guesses(std::size_t isomorph, std::uint64_t max_guesses);

  std::unique_ptr<Engine> bitmask_;
  std::unique_ptr<Engine> lanes_;
  std::array<Grid, kIsomorphs> isomorphs_{};
};

/// Rates puzzles with one solution by what it takes to solve them:
///   easy     naked and hidden singles
///   medium   also locked candidates, and naked and hidden pairs
///   hard     search with a median of at most kHardGuesses guesses
///   extreme  search with more guesses
/// A rating depends on the puzzle only and is the same on every machine. Not thread-safe.
class DifficultyRater {
 public:
  static constexpr double kHardGuesses = 8;

  Difficulty rate(const Grid& puzzle);
  /// Whether the puzzle has that difficulty. True for Difficulty::any.
  bool is_of(const Grid& puzzle, Difficulty wanted);

 private:
  GuessMeter meter_;
};

}  // namespace sudoku
