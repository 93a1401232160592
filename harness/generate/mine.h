#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engines/grid.h"
#include "harness/generate/plan.h"

namespace sudoku {

/// A search for hard puzzles.
struct MinePlan {
  std::uint64_t seed = 1;
  std::size_t puzzles = 0;   ///< in the pool
  std::uint64_t rounds = 0;  ///< that the pool is to have in the end
  int max_replaced = 3;      ///< clues of a puzzle that change places at once

  /// Whether pools of both plans are the same as long as they have as many rounds.
  bool is_same_search(const MinePlan& other) const {
    return seed == other.seed && puzzles == other.puzzles && max_replaced == other.max_replaced;
  }
};

struct MinedPuzzle {
  Grid puzzle;
  double guesses = 0;        ///< the median of GuessMeter
  std::uint64_t family = 0;  ///< number of the first puzzle of its line, from 0

  friend bool operator==(const MinedPuzzle&, const MinedPuzzle&) = default;
};

/// What mining has cost; the same whatever the threads.
struct MineEffort {
  std::uint64_t children = 0;  ///< puzzles made by replacing clues
  std::uint64_t rated = 0;     ///< those of them whose median guesses were looked at

  MineEffort& operator+=(const MineEffort& other) {
    children += other.children;
    rated += other.rated;
    return *this;
  }
  friend bool operator==(const MineEffort&, const MineEffort&) = default;
};

/// All that a search goes on from.
struct MinePool {
  std::uint64_t rounds = 0;
  std::vector<MinedPuzzle> puzzles;
  MineEffort effort;

  friend bool operator==(const MinePool&, const MinePool&) = default;
};

/// What speaks against `pool` as one that a search of that plan has come to, `plan.puzzles` and
/// all; empty if nothing does. Every puzzle is proved, and rated again.
std::string find_defect(const MinePlan& plan, const MinePool& pool);

/// Searches until the pool has the rounds of the plan, on so many threads; an empty pool is filled
/// with the hardest of many random minimal puzzles first. In a round every puzzle of the pool has
/// children by {-k+k}: k clues dropped, k others added, and superfluous ones taken away. The
/// hardest of parents and children are the next pool, no two of them isomorphs. At most a twentieth
/// of the pool may go back to the same first puzzle, or else one family would soon be all of it.
///
/// A round depends on the plan, its number and the pool alone. `after_round` is called with the
/// pool filled and after each round; true ends the search. False if `stop` ended it, in which case
/// the pool is that of the last whole round.
bool mine(const MinePlan& plan, MinePool& pool, unsigned threads, const std::atomic<bool>& stop,
          const std::function<bool()>& after_round);

}  // namespace sudoku
