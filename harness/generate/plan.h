#pragma once

#include <cstdint>
#include <optional>

#include "engines/board.h"
#include "engines/random.h"
#include "harness/puzzle/difficulty.h"

namespace sudoku {

/// How to draw a full grid, see GridSource. 9x9 boards have the first three methods. Each other
/// shape has one method, see method_of.
enum class GridMethod : std::uint8_t { lasvegas, backtrack, uniform, chain, switching };

/// The largest side of boards whose full grids an engine completes. On larger boards, searches hit
/// dead ends.
inline constexpr std::size_t kLastSideOfSearch = 36;

/// Returns the method of a shape. For 9x9, it is the default.
constexpr GridMethod method_of(const Shape& shape) {
  if (shape == k9x9) return GridMethod::uniform;
  if (shape.is_latin()) return GridMethod::chain;
  return shape.side() <= kLastSideOfSearch ? GridMethod::backtrack : GridMethod::switching;
}

/// Symmetry of the pattern of clues.
enum class Symmetry : std::uint8_t { none, rotate180, rotate90, mirror, diagonal };

/// When a pass over the cells of a full grid ends.
enum class DigEnd : std::uint8_t {
  at_target,         ///< at a number of clues drawn from the range of the goal
  at_first_refusal,  ///< at the first clue that is needed
  at_last_cell,      ///< after every clue has been tried; the puzzle is then minimal
};

/// Requirements on the puzzle that digging produces. Ranges are inclusive.
struct DigGoal {
  int min_clues = 0;
  int max_clues = kMaxCells;
  std::uint64_t min_solutions = 0;
  std::uint64_t max_solutions = 0;  ///< 0: do not count solutions
  DigEnd end = DigEnd::at_target;
  Symmetry symmetry = Symmetry::none;
  /// Remove the clues of a balanced pattern first, see balanced_holes. Needs Symmetry::none.
  bool is_balanced = false;
};

/// Minimal puzzles with one solution.
inline constexpr DigGoal kMinimalGoal{
    .min_solutions = 1, .max_solutions = 1, .end = DigEnd::at_last_cell};

/// Everything that determines the puzzles, except their indices.
struct GeneratePlan {
  Shape shape = k9x9;
  std::uint64_t seed = 1;
  GridMethod method = GridMethod::uniform;  ///< 9x9 only
  std::optional<DigGoal> goal;              ///< nullopt: make full grids
  /// Give the puzzle by candidates instead of clues. The goal must be kMinimalGoal.
  bool has_candidates = false;
  Difficulty difficulty = Difficulty::any;  ///< 9x9 only
  /// Add a wrong clue, so that the puzzle has no solution. The goal must be a unique solution.
  bool is_impossible = false;
  std::uint64_t max_attempts = 10'000;  ///< full grids to dig for one puzzle

  /// Returns the kind of the puzzles.
  BoardKind kind() const { return has_candidates ? BoardKind(shape).with_candidates() : shape; }
};

/// Returns the random generator of puzzle `index` of a seed. It depends on nothing else, so puzzles
/// can be generated in any order and on any number of threads.
inline Random puzzle_random(std::uint64_t seed, std::uint64_t index) {
  Random of_seed(seed);
  // SplitMix64 is a bijection of its state, so all puzzles of a seed get different generators.
  Random of_index(of_seed.next() ^ index);
  return Random(of_index.next());
}

/// Work done by generation. Independent of the number of threads.
struct GenerateEffort {
  std::uint64_t attempts = 0;  ///< full grids
  std::uint64_t restarts = 0;  ///< abandoned grids: dead ends and rejected proposals
  std::uint64_t guesses = 0;   ///< digits drawn from several candidates, moves and switches
  std::uint64_t checks = 0;    ///< boards for which an engine counted solutions

  GenerateEffort& operator+=(const GenerateEffort& other) {
    attempts += other.attempts;
    restarts += other.restarts;
    guesses += other.guesses;
    checks += other.checks;
    return *this;
  }
};

}  // namespace sudoku
