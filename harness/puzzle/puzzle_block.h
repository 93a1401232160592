#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engines/solution_count.h"
#include "harness/puzzle/isomorph.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// What a dataset expects of a puzzle.
struct Expectation {
  std::optional<SolutionCount> count;  ///< exact number of solutions
  BoardList solution;                  ///< one of the solutions, or none
};

/// Consecutive puzzles of a dataset. All have one shape. Each vector has one entry per puzzle, or
/// is empty where noted.
struct PuzzleBlock {
  std::uint64_t first_index = 0;  ///< index of puzzles[0] among the accepted puzzles, from 0
  /// Approximate fraction of the dataset before this block, from 0 to 1; 0 if unknown.
  double fraction_before = 0;
  BoardList puzzles;
  std::vector<std::uint64_t> lines;       ///< first line of each puzzle, from 1
  std::vector<Expectation> expectations;  ///< empty if the dataset expects nothing
  /// Number of isomorphs of each puzzle. They are adjacent, and the puzzle itself is the first.
  std::size_t isomorphs = 1;
  /// The isomorphism that made each puzzle; empty if `isomorphs` is 1.
  std::vector<Isomorphism> isomorphisms;
  /// Sum of the hashes of all puzzles (see digest.h); set by Dataset::next.
  std::uint64_t digest = 0;
};

}  // namespace sudoku
