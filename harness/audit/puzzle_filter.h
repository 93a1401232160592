#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/audit/audit.h"

namespace sudoku {

/// A property of puzzles. Each includes the ones before it.
enum class Quality : std::uint8_t {
  valid,    ///< has a solution
  unique,   ///< has exactly one solution
  minimal,  ///< is unique, and needs all of its clues or eliminations
};

/// Numbers of puzzles without a quality, by reason.
struct LeftOut {
  std::uint64_t no_solution = 0;
  std::uint64_t several_solutions = 0;
  std::uint64_t redundant = 0;  ///< one solution, but a superfluous clue or elimination
  std::uint64_t undecided = 0;  ///< a limit ended the search

  std::uint64_t total() const { return no_solution + several_solutions + redundant + undecided; }
};

/// Formats the numbers other than 0, such as `1 without a solution, 2 undecided`.
std::string to_string(const LeftOut& left_out);

/// Selects the puzzles that have a quality. Not thread-safe.
class PuzzleFilter {
 public:
  /// The limits apply to each search; `max_solutions` is ignored.
  PuzzleFilter(Quality quality, const SolveLimits& limits, const Shape& shape);

  /// Returns for each puzzle whether it has the quality. Counts the others.
  std::vector<bool> select(const Boards& puzzles);

  const LeftOut& left_out() const { return left_out_; }

 private:
  std::vector<Examination> examine(const Boards& puzzles);
  std::uint64_t* reason_to_leave_out(const Examination& examination);

  Quality quality_;
  SolveLimits limits_;
  std::unique_ptr<Engine> solver_;
  PuzzleExaminer examiner_;  // for `minimal`
  LeftOut left_out_;
};

}  // namespace sudoku
