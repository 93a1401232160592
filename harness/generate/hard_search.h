#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "engines/grid.h"

namespace sudoku {

/// Parameters of a search for hard puzzles (`generate --mine`).
struct HardSearchPlan {
  std::uint64_t seed = 1;
  std::size_t puzzles = 0;   ///< size of the pool
  std::uint64_t rounds = 0;  ///< rounds after which the search ends
  int max_replaced = 3;      ///< maximum number of clues replaced at once

  /// Returns whether both plans give the same pool after the same number of rounds.
  bool is_same_search(const HardSearchPlan& other) const {
    return seed == other.seed && puzzles == other.puzzles && max_replaced == other.max_replaced;
  }
};

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

/// State of a search after a round.
struct PuzzlePool {
  std::uint64_t rounds = 0;
  std::vector<RatedPuzzle> puzzles;  ///< hardest first
  HardSearchEffort effort;

  friend bool operator==(const PuzzlePool&, const PuzzlePool&) = default;
};

/// Searches until the pool has had the rounds of the plan. Fills an empty pool with the hardest of
/// many random minimal puzzles first. In a round, every puzzle of the pool gets children by {-k+k}:
/// drop k clues, add k others, remove superfluous ones. The hardest of parents and children,
/// without isomorphs, are the next pool. At most a twentieth of the pool may belong to one family;
/// otherwise one family would soon fill it.
///
/// A round depends only on the plan, its number and the pool, not on the threads. Calls
/// `after_round` once the pool is filled and after each round. The search ends if it returns true.
/// Returns false if `stop` ended the search. The pool is then the result of the last full round.
bool search_hard_puzzles(const HardSearchPlan& plan, PuzzlePool& pool, unsigned threads,
                         const std::atomic<bool>& stop, const std::function<bool()>& after_round);

/// The file from which a search resumes: JSON with the plan, the rounds, the puzzles in order, the
/// effort and a digest, see json.h.
struct PoolFile {
  HardSearchPlan plan;  ///< with the rounds of the pool
  PuzzlePool pool;
};

/// Reads a pool. Returns nullopt if the file does not exist. Throws InputError if the file has
/// another format or is damaged.
std::optional<PoolFile> read_pool(const std::filesystem::path& path);

/// Replaces the file atomically. Throws OutputError.
void write_pool(const std::filesystem::path& path, const HardSearchPlan& plan,
                const PuzzlePool& pool);

}  // namespace sudoku
