#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/board.h"
#include "engines/random.h"
#include "harness/generate/plan.h"
#include "harness/generate/symmetry.h"
#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Removes clues from a full grid, or from a puzzle with one solution, in one pass over the cells
/// in random order. A clue stays if the goal forbids its removal. One pass is enough for a minimal
/// puzzle: a clue that is needed remains needed after other clues have gone.
///
/// The caller counts solutions, so that one engine call can serve many diggers:
///     begin(grid); while (advance()) answer(number of solutions of question(), up to limit());
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
  std::uint64_t limit() const { return goal_->max_solutions + 1; }
  void answer(std::uint64_t solutions);
  /// Keeps the clues in question. A pass towards a minimal puzzle then fails.
  void leave();

  /// Returns whether the puzzle meets the goal. Call it after the pass.
  bool succeeded() const;
  Board puzzle() const { return puzzle_; }

 private:
  enum class Phase : std::uint8_t { digging, proving, ended };

  bool is_target_reached() const;
  bool next_dig();
  bool next_proof();
  void draw_targets(Random& random);
  void open(std::size_t orbit);
  void keep_next_orbit();
  bool can_open_without_count(std::size_t orbit);
  bool is_single(std::size_t cell);

  const DigGoal* goal_;
  const std::vector<Orbit>* orbits_;
  const HousesOfShape* houses_;
  std::vector<std::uint16_t> order_;  // of the orbits
  OwnedBoard puzzle_;
  HouseMasks<HousesOfShape> masks_;  // of the puzzle
  OwnedBoard question_;
  int clues_ = 0;
  int target_clues_ = 0;
  std::uint64_t target_solutions_ = 0;
  std::uint64_t solutions_ = 0;
  std::size_t next_ = 0;    // index into order_
  std::size_t proved_ = 0;  // all clues before this cell are known to be needed
  bool is_minimal_ = true;
  Phase phase_ = Phase::ended;
};

}  // namespace sudoku
