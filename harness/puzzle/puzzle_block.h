#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engines/solution_count.h"
#include "harness/puzzle/board_list.h"
#include "harness/puzzle/isomorph.h"

namespace sudoku {

/// What a dataset says about the solutions of one of its puzzles.
struct Expectation {
  std::optional<SolutionCount> count;  ///< exactly so many solutions
  BoardList solution;                  ///< one of the solutions, or none
};

/// Consecutive puzzles of a dataset, of one shape. All vectors have one entry a puzzle, but
/// `expectations` is empty where the dataset has none.
struct PuzzleBlock {
  std::uint64_t first_index = 0;  ///< of puzzles[0] among the accepted puzzles, from 0
  BoardList puzzles;
  std::vector<std::uint64_t> lines;  ///< where each puzzle begins, from 1
  std::vector<Expectation> expectations;
  /// Where puzzles are solved as isomorphs: how many of each, side by side, the puzzle itself
  /// first.
  std::size_t isomorphs = 1;
  /// What made each puzzle from the one of the dataset; empty where `isomorphs` is 1.
  std::vector<Isomorphism> isomorphisms;
  /// Sum of the hashes of all its puzzles; set where a dataset hands the block out.
  std::uint64_t digest = 0;
};

}  // namespace sudoku
