#pragma once

#include <array>
#include <cstdint>
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

/// Selects the puzzles that have a quality. Not thread-safe.
class PuzzleFilter {
 public:
  /// The limits apply to each search; `max_solutions` is ignored.
  PuzzleFilter(Quality quality, const SolveLimits& limits, const Shape& shape);

  /// Returns for each puzzle whether it has the quality. Counts the others.
  std::vector<bool> select(const Boards& puzzles);

  /// Returns the number of puzzles that `select` left out.
  std::uint64_t left_out() const;
  /// Formats the number of these puzzles for each reason, such as `1 without a solution, 2 not
  /// minimal`.
  std::string reasons() const;

 private:
  Quality quality_;
  PuzzleExaminer examiner_;
  std::array<std::uint64_t, 4> left_out_{};  // by reason
};

}  // namespace sudoku
