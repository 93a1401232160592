#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engines/engine.h"
#include "engines/grid.h"
#include "engines/random.h"
#include "engines/registry.h"
#include "harness/generate/plan.h"
#include "harness/puzzle/difficulty.h"

namespace sudoku {

// The {-k+k} neighbourhood of the players' forum: remove k clues from a puzzle with one solution,
// list the solutions of the rest once, and add k clues that leave one of them.

/// Returns the puzzle without `count` random clues. Every set of clues is equally likely.
Grid drop_clues(const Grid& puzzle, int count, Random& random);

/// Returns the puzzle with at most `count` random clues added, so that exactly one of `solutions`
/// remains. `solutions` are all solutions of the puzzle, in any order. Returns nullopt if no clue
/// leaves exactly one solution in the last step.
std::optional<Grid> add_clues(const Grid& puzzle, std::span<const Grid> solutions, int count,
                              Random& random);

struct RatedPuzzle {
  Grid puzzle;
  double guesses = 0;        ///< DifficultyRater::median_guesses
  std::uint64_t family = 0;  ///< index of the random puzzle that it descends from

  friend bool operator==(const RatedPuzzle&, const RatedPuzzle&) = default;
};

/// Work done by a search for hard puzzles. Independent of the number of threads.
struct HardSearchEffort {
  std::uint64_t children = 0;  ///< puzzles made by replacing clues
  std::uint64_t rated = 0;     ///< children compared with their threshold

  HardSearchEffort& operator+=(const HardSearchEffort& other) {
    children += other.children;
    rated += other.rated;
    return *this;
  }
  friend bool operator==(const HardSearchEffort&, const HardSearchEffort&) = default;
};

struct Parent {
  RatedPuzzle rated;
  double threshold = 0;  ///< a child needs more median guesses than this
  Random random;
};

/// Minimal children of some parents that exceed the thresholds.
struct RatedChildren {
  std::vector<RatedPuzzle> puzzles;
  HardSearchEffort effort;
};

/// What a thread needs to make children.
struct ChildTools {
  std::unique_ptr<Engine> engine = resolve_engine("lanes")->make({});
  DifficultyRater rater;
};

/// Makes and rates children by replacing up to `max_replaced` clues. Every step calls the engine
/// once for the children of all parents. A child does not depend on the other parents. The result
/// is meaningless once `stop` is set.
RatedChildren make_children(std::span<Parent> parents, int max_replaced, ChildTools& tools,
                            const std::atomic<bool>& stop);

}  // namespace sudoku
