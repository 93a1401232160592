#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engines/engine.h"
#include "harness/puzzle/difficulty.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Whether a puzzle with one solution needs all of its clues.
enum class Minimality : std::uint8_t {
  minimal,
  redundant,  ///< the puzzle has one solution without some clue, too
  undecided,  ///< a limit ended the search
};

/// Number of solutions after which a search ends.
inline constexpr std::uint64_t kSeveral = 2;

/// Properties of one puzzle.
struct Examination {
  SolveResult answer;  ///< up to kSeveral solutions
  /// Meaningful for puzzles with one solution.
  Minimality minimality = Minimality::undecided;
  /// Difficulty::any unless the puzzle is 9x9 with one solution.
  Difficulty difficulty = Difficulty::any;

  bool has_no_solution() const {
    return answer.outcome == Outcome::exhausted && answer.solutions == 0;
  }
  bool has_one_solution() const {
    return answer.outcome == Outcome::exhausted && answer.solutions == 1;
  }
  bool has_several_solutions() const { return answer.solutions > 1; }
};

/// Properties and first solutions of a block of puzzles.
struct ExaminedPuzzles {
  std::vector<Examination> examinations;
  BoardList solutions;  ///< unspecified for puzzles without a solution
};

/// Determines the number of solutions, minimality and difficulty of blocks of puzzles of one shape.
/// Not thread-safe.
class PuzzleExaminer {
 public:
  /// The limits apply to each search; `max_solutions` is ignored.
  explicit PuzzleExaminer(const SolveLimits& limits, const Shape& shape = k9x9);

  ExaminedPuzzles examine(const Boards& puzzles);

 private:
  void decide_minimality(const Boards& puzzles, std::vector<Examination>& examinations);
  std::vector<SolveResult> solve(const Boards& puzzles, std::span<std::uint8_t> solutions);

  SolveLimits limits_;
  std::unique_ptr<Engine> solver_;
  DifficultyRater rater_;
};

}  // namespace sudoku
