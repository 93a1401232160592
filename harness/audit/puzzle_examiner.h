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
  redundant,  ///< there is a clue without which it has one solution, too
  undecided,  ///< a limit ended the search
};

/// Solutions with which a search ends.
inline constexpr std::uint64_t kSeveral = 2;

/// What is known of a puzzle once it has been solved.
struct Examination {
  /// Up to kSeveral solutions; the guesses of 9x9 are those of the lanes engines, which all take
  /// the same.
  SolveResult answer;
  /// Of a puzzle with one solution:
  Minimality minimality = Minimality::undecided;
  /// Of a puzzle of 9x9 with one solution; Difficulty::any of others.
  Difficulty difficulty = Difficulty::any;

  bool has_no_solution() const {
    return answer.outcome == Outcome::exhausted && answer.solutions == 0;
  }
  bool has_one_solution() const {
    return answer.outcome == Outcome::exhausted && answer.solutions == 1;
  }
  bool has_several_solutions() const { return answer.solutions > 1; }
};

/// What is known of puzzles, and the first solution of each that has one.
struct ExaminedPuzzles {
  std::vector<Examination> examinations;
  BoardList solutions;  ///< unspecified of puzzles that have none
};

/// Solves puzzles of a shape, and puzzles without one of their clues, block by block with the
/// fastest engine. An instance belongs to one thread.
class PuzzleExaminer {
 public:
  /// Limits are those of each search; the number of solutions is its own.
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
