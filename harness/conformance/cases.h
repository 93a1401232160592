#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engines/grid.h"

// Puzzles with their known numbers of solutions, of all the kinds at which engines go wrong. Few of
// them take any search worth the name, so that even a slow engine answers within milliseconds.

namespace sudoku {

struct ConformanceCase {
  Grid puzzle;
  std::uint64_t solutions = 0;
};

/// A complete grid, the only solution of several cases.
Grid complete_grid();

/// `complete_grid` with the digit of each cell changed in turn: no solution.
std::vector<ConformanceCase> wrong_grids();

/// `complete_grid` with each cell opened in turn: one solution.
std::vector<ConformanceCase> grids_one_clue_short();

/// Two equal clues in each row, column and box in turn, alone on the board and in a puzzle that has
/// one solution without them: no solution.
std::vector<ConformanceCase> clashing_clues();

/// No two equal clues share a house, and still nothing fits.
std::vector<ConformanceCase> impossible_puzzles();

/// One solution: with many clues, with 21 and hard, and with 17.
std::vector<ConformanceCase> unique_puzzles();

/// From 5 to 237 solutions.
std::vector<ConformanceCase> ambiguous_puzzles();

/// No clues to eight: more solutions than anyone asks for.
std::vector<Grid> nearly_empty_grids();

/// 64 puzzles of all these kinds but the last.
std::vector<Grid> mixed_block();

}  // namespace sudoku
