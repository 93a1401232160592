#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/grid.h"
#include "engines/random.h"
#include "harness/generate/plan.h"
#include "harness/generate/symmetry.h"
#include "harness/puzzle/cell_masks.h"

namespace sudoku {

/// Digs a puzzle out of a full grid, or out of a puzzle with one solution: one pass over the cells
/// in random order, each opened unless the goal forbids it. A clue that is needed once stays needed
/// while others go, so a whole pass leaves a puzzle with no clue to spare.
///
/// It does not count solutions itself, so that many puzzles can be dug in step and their questions
/// answered together:
///     begin(grid); while (advance()) answer(solutions of question(), at most limit());
class Digger {
 public:
  /// `orbits` are those of the goal's symmetry; both must live as long as the digger.
  Digger(const DigGoal& goal, const std::vector<Orbit>& orbits);

  /// `start` has one solution, and the symmetry of the goal.
  void begin(const Grid& start, Random& random);

  /// Opens cells as far as that needs no count. True if a question is to be answered, false once
  /// the pass has ended.
  bool advance();
  const Grid& question() const { return question_; }
  std::uint64_t limit() const { return goal_->max_solutions + 1; }
  void answer(std::uint64_t solutions);

  /// Whether the puzzle is what the goal asks for; after the pass.
  bool succeeded() const;
  const Grid& puzzle() const { return puzzle_; }

 private:
  enum class Phase : std::uint8_t { digging, proving, ended };

  bool is_reached() const;
  bool next_dig();
  bool next_proof();
  void draw_targets(Random& random);
  void open(std::size_t orbit);
  bool needs_no_count(std::size_t orbit) const;

  const DigGoal* goal_;
  const std::vector<Orbit>* orbits_;
  std::vector<std::uint8_t> order_;  // of the orbits
  Grid puzzle_;
  HouseMasks houses_;  // of the puzzle
  Grid question_;
  int clues_ = 0;
  int target_clues_ = 0;
  std::uint64_t target_solutions_ = 0;
  std::uint64_t solutions_ = 0;
  std::size_t next_ = 0;  // place in the order
  int proved_ = 0;        // clues known to be needed come before this cell
  bool is_minimal_ = true;
  Phase phase_ = Phase::ended;
};

}  // namespace sudoku
