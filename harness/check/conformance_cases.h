#pragma once

#include <cstdint>
#include <vector>

#include "engines/board.h"
#include "harness/puzzle/owned_boards.h"

// Puzzles with their known numbers of solutions, of all the kinds at which engines go wrong. Few of
// them take any search worth the name, so that even a slow engine answers within milliseconds.
// Those of 9x9 are known ones. Those of other shapes are made of one solved board, so that their
// solutions follow from how they are made.

namespace sudoku {

struct ConformanceCase {
  Shape shape;
  std::vector<std::uint8_t> cells;
  std::uint64_t solutions = 0;

  Board puzzle() const { return {shape, cells}; }
};
using ConformanceCases = std::vector<ConformanceCase>;

/// A complete grid, the only solution of several cases.
ConformanceCase complete_grid(const Shape& shape);

/// `complete_grid` with the digit of each cell changed in turn, or of many on a large board: no
/// solution.
ConformanceCases wrong_grids(const Shape& shape);

/// `complete_grid` with each of these cells opened in turn: one solution.
ConformanceCases grids_one_clue_short(const Shape& shape);

/// Two equal clues in each row, column and box in turn, alone on the board and in a puzzle that has
/// one solution without them: no solution.
ConformanceCases clashing_clues(const Shape& shape);

/// No two equal clues share a house, and still nothing fits: a cell has no candidate, a digit no
/// place in a house or, where the board is not too small for that, neither.
ConformanceCases impossible_puzzles(const Shape& shape);

/// One solution: with many clues first, then with fewer.
ConformanceCases unique_puzzles(const Shape& shape);

/// From 2 to 256 solutions, the most of them last.
ConformanceCases ambiguous_puzzles(const Shape& shape);

/// 9x9 from no clues to eight, other boards without some of the digits: more solutions than anyone
/// asks for.
BoardList nearly_empty_grids(const Shape& shape);

/// `complete_grid` without the corners of rectangles of two digits, which change places: 2, 4 and 8
/// solutions, as far as there are such.
ConformanceCases rectangles(const Shape& shape);

/// 64 puzzles of all these kinds but the last two.
BoardList mixed_block(const Shape& shape);

}  // namespace sudoku
