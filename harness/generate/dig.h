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

/// Digs a puzzle out of a full grid, or out of a puzzle with one solution: one pass over the cells
/// in random order, each opened unless the goal forbids it. A clue that is needed once stays needed
/// while others go, so a whole pass leaves a puzzle with no clue to spare.
///
/// It does not count solutions itself, so that many puzzles can be dug in step and their questions
/// answered together:
///     begin(grid); while (advance()) answer(solutions of question(), at most limit());
/// or leave(), where nobody has counted them.
class Digger {
 public:
  /// `orbits` are those of the goal's symmetry; all must live as long as the digger.
  Digger(const DigGoal& goal, const std::vector<Orbit>& orbits, const HousesOfShape& houses);

  /// `start` has one solution, and the symmetry of the goal.
  void begin(const Board& start, Random& random);

  /// Opens cells as far as that needs no count. True if a question is to be answered, false once
  /// the pass has ended.
  bool advance();
  Board question() const { return question_; }
  std::uint64_t limit() const { return goal_->max_solutions + 1; }
  void answer(std::uint64_t solutions);
  /// The clues of the question stay, and whether they are needed is not known: no minimal puzzle
  /// comes of that.
  void leave();

  /// Whether the puzzle is what the goal asks for; after the pass.
  bool succeeded() const;
  Board puzzle() const { return puzzle_; }

 private:
  enum class Phase : std::uint8_t { digging, proving, ended };

  bool is_reached() const;
  bool next_dig();
  bool next_proof();
  void draw_targets(Random& random);
  void open(std::size_t orbit);
  void refuse();
  bool needs_no_count(std::size_t orbit);
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
  std::size_t next_ = 0;    // place in the order
  std::size_t proved_ = 0;  // clues known to be needed come before this cell
  bool is_minimal_ = true;
  Phase phase_ = Phase::ended;
};

}  // namespace sudoku
