#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "engines/engine.h"
#include "engines/grid.h"

namespace sudoku {

/// What solves a puzzle; see DifficultyRater.
enum class Difficulty : std::uint8_t { any, easy, medium, hard, extreme };
inline constexpr std::array kDifficultyNames = {"any", "easy", "medium", "hard", "extreme"};

/// How hard a puzzle with one solution is for a search: the guesses that take it, as the median
/// over 20 isomorphs, because one order of one puzzle says little. The isomorphs are the puzzle
/// itself and 19 drawn from a fixed seed. Of each, those guesses count of which a thorough search
/// of bitmask and lanes take fewer: they deduce as much, but branch in different ways, and a puzzle
/// that only one of them finds hard is none. A search for hard puzzles would find these first. The
/// guesses are the same on every machine. A puzzle that locked candidates and pairs solve needs no
/// search: it takes no guess, although the engines, which do not look for pairs, may take some. An
/// instance belongs to one thread.
class GuessMeter {
 public:
  GuessMeter();

  double median_guesses(const Grid& puzzle);
  /// Whether the median is more than `bar`, which is often clear long before the median is.
  bool exceeds(const Grid& puzzle, double bar);

 private:
  static constexpr std::size_t kIsomorphs = 20;
  using Guesses = std::array<std::uint64_t, kIsomorphs>;

  void draw_isomorphs(const Grid& puzzle);
  /// More than `max_guesses`, unless that is 0, are counted as one more.
  Guesses lanes_guesses(std::uint64_t max_guesses);
  std::uint64_t bitmask_guesses(std::size_t isomorph, std::uint64_t max_guesses);

  std::unique_ptr<Engine> bitmask_;
  std::unique_ptr<Engine> lanes_;
  std::array<Grid, kIsomorphs> isomorphs_{};
};

/// Rates puzzles with one solution by what solves them. The classes do not overlap:
///   easy     naked and hidden singles
///   medium   these, locked candidates, and naked and hidden pairs; not without
///   hard     search of at most kHardGuesses median guesses
///   extreme  search that takes more
/// A rating depends on the puzzle alone, and is the same on every machine. An instance belongs to
/// one thread.
class DifficultyRater {
 public:
  static constexpr double kHardGuesses = 8;

  Difficulty rate(const Grid& puzzle);
  /// Whether the puzzle has that difficulty; every puzzle has Difficulty::any.
  bool is_of(const Grid& puzzle, Difficulty wanted);

 private:
  GuessMeter meter_;
};

}  // namespace sudoku
