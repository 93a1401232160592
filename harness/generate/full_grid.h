#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "engines/engine.h"
#include "engines/grid.h"
#include "engines/random.h"
#include "harness/generate/plan.h"
#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Draws a 9x9 grid. The result depends only on the random numbers.
///   lasvegas   fills the cells row by row with random candidates, and starts again if a cell has
///              none; favours grids with few candidates on the way
///   backtrack  does the same, but backtracks; not uniform
///   uniform    draws each of the 6,670,903,752,021,072,936,960 grids with exactly the same
///              probability (full_grid.cpp has the proof)
Grid full_grid(GridMethod method, Random& random, GenerateEffort& effort);

/// Draws a Latin square of the order of `shape` with the Markov chain of Jacobson and Matthews
/// (1996). The chain reaches every square, and in the long run visits all equally often. The length
/// of the chain is in latin_square.cpp. Counts the moves as guesses. Returns nullopt once `stop` is
/// set.
std::optional<OwnedBoard> draw_latin_square(const Shape& shape, Random& random,
                                            GenerateEffort& effort, const std::atomic<bool>& stop);

/// Draws a full grid of any shape whose boxes have at least two rows: changes a regular pattern by
/// many random switches, see switching.cpp. All grids that switches can reach are equally likely in
/// the long run. It is unknown whether these are all grids. Counts the switches as guesses. Returns
/// nullopt once `stop` is set.
std::optional<OwnedBoard> draw_by_switching(const Shape& shape, Random& random,
                                            GenerateEffort& effort, const std::atomic<bool>& stop);

/// Draws the full grids of a plan. Not thread-safe.
///   9x9                    calls full_grid
///   Latin squares          calls draw_latin_square
///   sides up to 36         places random candidates in a random quarter of the cells, lets an
///                          engine complete the board, and applies a random isomorphism. Isomorphic
///                          grids are equally likely, but classes of isomorphs are not
///   larger sides           calls draw_by_switching
class GridSource {
 public:
  explicit GridSource(const GeneratePlan& plan);

  /// Returns nullopt once `stop` is set.
  std::optional<OwnedBoard> draw(Random& random, GenerateEffort& effort,
                                 const std::atomic<bool>& stop);

 private:
  bool draw_clues(Random& random, GenerateEffort& effort);
  std::optional<OwnedBoard> draw_by_search(Random& random, GenerateEffort& effort,
                                           const std::atomic<bool>& stop);

  GridMethod method_;
  HousesOfShape houses_;
  OwnedBoard clues_;
  std::unique_ptr<Engine> engine_;  // for draw_by_search
};

}  // namespace sudoku
