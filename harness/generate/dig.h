#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/board.h"
#include "engines/random.h"
#include "harness/generate/plan.h"
#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Cells that a symmetry maps to one another, ascending. The digger empties them together.
using Orbit = std::vector<std::uint16_t>;

/// Returns the orbits of all cells, ordered by their first cells.
std::vector<Orbit> orbits_of(Symmetry symmetry, const Shape& shape = k9x9);

/// Returns the numbers of clues that a puzzle with these orbits can have: bit n is set for n clues.
std::bitset<kMaxCells + 1> clue_counts_of(std::span<const Orbit> orbits);

/// Returns a random pattern of that many holes in a square of cells: for each cell, whether it is a
/// hole. The numbers of holes of two rows differ by at most one, and likewise for columns. All such
/// patterns are about equally likely.
std::vector<bool> balanced_holes(std::size_t side, std::size_t holes, Random& random);

/// Removes clues from a full grid, or from a puzzle with one solution, in one pass over the cells
/// in random order. A clue stays if the goal forbids its removal. One pass is enough for a minimal
/// puzzle: a clue that is needed remains needed after other clues are removed.
///
/// The caller counts solutions, so that one engine call can serve many diggers:
///     begin(grid); while (advance()) answer(number of solutions of question());
/// If the count is unknown, call leave() instead of answer(). Not thread-safe.
class Digger {
 public:
  /// `orbits` are the orbits of the goal's symmetry. All arguments must outlive the digger.
  Digger(const DigGoal& goal, const std::vector<Orbit>& orbits, const HousesOfShape& houses);

  /// Starts a pass. `start` must have exactly one solution and the symmetry of the goal.
  void begin(const Board& start, Random& random);

  /// Removes clues until a count is needed. Returns true if question() awaits a count, false at
  /// the end of the pass.
  bool advance();
  Board question() const { return question_; }
  /// Returns the number of solutions from which a count need not be exact.
  std::uint64_t enough_solutions() const { return goal_->max_solutions + 1; }
  void answer(std::uint64_t solutions);
  /// Keeps the clues in question. A pass towards a minimal puzzle then fails.
  void leave();

  /// Returns whether the puzzle meets the goal. Call it after the pass.
  bool succeeded() const;
  Board puzzle() const { return puzzle_; }

 private:
  using Cells = std::span<const std::uint16_t>;

  void draw_order(Random& random);
  void draw_targets(Random& random);
  bool is_target_reached() const;
  bool is_proving() const { return next_ >= orbits_->size(); }
  bool is_single(std::size_t cell);
  void open(Cells cells);
  Cells next_cells();
  void end() { next_ = steps_; }

  const DigGoal* goal_;
  const std::vector<Orbit>* orbits_;
  const HousesOfShape* houses_;
  std::vector<std::uint16_t> order_;  // of the orbits
  /// One per orbit. For a minimal symmetric puzzle, one per cell follows: an orbit stays if one of
  /// its clues is needed, so the pass must then prove that every single clue is needed.
  std::size_t steps_;
  std::size_t next_ = 0;  // step
  std::uint16_t proved_cell_ = 0;
  OwnedBoard puzzle_;
  HouseMasks<HousesOfShape> masks_;  // of the puzzle
  OwnedBoard question_;
  int clues_ = 0;
  int target_clues_ = 0;
  std::uint64_t target_solutions_ = 0;
  std::uint64_t solutions_ = 0;
  bool is_minimal_ = true;
};

/// Makes a puzzle given by candidates. Starts with the full grid as the only candidates, tries the
/// others in random order, and restores those that add no solution. On boards larger than 9x9,
/// the order is cell by cell. One pass is enough for a minimal puzzle: a candidate that adds a
/// solution also does so after others are restored.
///
/// The caller counts solutions, as for Digger. Not thread-safe.
class CandidateRestorer {
 public:
  explicit CandidateRestorer(const Shape& shape);

  /// Starts a pass.
  void begin(const Board& full_grid, Random& random);
  /// Advances to the next question. Returns false at the end of the pass or after leave().
  bool advance();
  /// Returns the puzzle with the candidate in question as the only one of its cell.
  Board question() const { return question_; }
  std::uint64_t enough_solutions() const { return 1; }
  void answer(std::uint64_t solutions);
  /// Leaves the candidate out. The puzzle then is not proved to be minimal.
  void leave() { is_minimal_ = false; }

  bool succeeded() const { return is_minimal_; }
  Board puzzle() const { return puzzle_; }

 private:
  struct Candidate {
    std::uint16_t cell;
    std::uint8_t digit;
  };

  std::vector<Candidate> order_;  // candidates that the full grid lacks
  std::size_t next_ = 0;
  OwnedBoard puzzle_;
  OwnedBoard question_;
  bool is_minimal_ = true;
};

}  // namespace sudoku
