#pragma once

#include <cstdint>
#include <optional>

#include "engines/board.h"
#include "harness/puzzle/difficulty.h"

namespace sudoku {

/// How a full grid is drawn; each has a file of its own. Other shapes than 9x9 have one only, of
/// random clues that an engine completes, and that is their `backtrack`.
enum class GridMethod : std::uint8_t { lasvegas, backtrack, uniform };

/// The map of the board to itself that the pattern of clues is not changed by.
enum class Symmetry : std::uint8_t { none, rotate180, rotate90, mirror, diagonal };

/// When a pass over the cells of a full grid ends.
enum class DigEnd : std::uint8_t {
  at_target,         ///< at a number of clues, drawn from the range of the goal
  at_first_refusal,  ///< at the first clue that cannot go
  at_last_cell,      ///< when every clue has been tried: the puzzle is minimal
};

/// The puzzle that digging is to end with. Ranges include both ends.
struct DigGoal {
  int min_clues = 0;
  int max_clues = kMaxCells;
  std::uint64_t min_solutions = 0;
  std::uint64_t max_solutions = 0;  ///< 0: solutions are not counted
  DigEnd end = DigEnd::at_target;
  Symmetry symmetry = Symmetry::none;
};

/// Everything that the puzzles depend on, besides their numbers.
struct GeneratePlan {
  Shape shape = k9x9;
  std::uint64_t seed = 1;
  GridMethod method = GridMethod::uniform;
  std::optional<DigGoal> goal;              ///< none: full grids
  Difficulty difficulty = Difficulty::any;  ///< of 9x9 only
  bool is_impossible =
      false;  ///< a wrong clue is added to the puzzle of the goal, which has one solution
  std::uint64_t max_attempts = 10'000;  ///< full grids dug for one puzzle
};

/// What generating has cost; the same whatever the threads.
struct GenerateEffort {
  std::uint64_t attempts = 0;  ///< full grids
  std::uint64_t restarts = 0;  ///< grids given up half-way: dead ends, or proposals refused
  std::uint64_t guesses = 0;   ///< digits drawn for a cell or a box where others were possible
  std::uint64_t checks = 0;    ///< puzzles whose solutions an engine has counted

  GenerateEffort& operator+=(const GenerateEffort& other) {
    attempts += other.attempts;
    restarts += other.restarts;
    guesses += other.guesses;
    checks += other.checks;
    return *this;
  }
};

}  // namespace sudoku
