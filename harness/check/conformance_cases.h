#pragma once

#include "engines/board.h"
#include "harness/puzzle/owned_boards.h"

// Puzzles with known numbers of solutions, of all kinds that engines get wrong. Most need little
// search: a slow engine solves them within milliseconds. The 9x9 puzzles are constants. Puzzles of
// other shapes are made from one solved board in ways that determine the number of solutions.

namespace sudoku {

/// A puzzle and its number of solutions.
struct ConformanceCase : OwnedBoard {
  std::uint64_t solutions = 0;

  Board puzzle() const { return *this; }
};
using ConformanceCases = std::vector<ConformanceCase>;

/// Returns a solved board, the only solution of several cases.
ConformanceCase complete_grid(const Shape& shape);

/// Returns `complete_grid` with one cell changed, for each cell, or for many cells of a large
/// board. They have no solution.
ConformanceCases wrong_grids(const Shape& shape);

/// Returns `complete_grid` with one cell of `wrong_grids` empty. They have one solution.
ConformanceCases grids_one_clue_short(const Shape& shape);

/// Returns boards with two equal clues in a house, for each house: on an empty board, and in a
/// puzzle that had one solution. They have no solution.
ConformanceCases clashing_clues(const Shape& shape);

/// Returns puzzles without a solution or equal clues in a house: a cell has no candidate, or a
/// digit has no place in a house. Except on small boards, one puzzle has neither flaw.
ConformanceCases impossible_puzzles(const Shape& shape);

/// Returns puzzles with one solution. The first has many clues, the others have fewer.
ConformanceCases unique_puzzles(const Shape& shape);

/// Returns puzzles with 2 to 256 solutions, in ascending order.
ConformanceCases ambiguous_puzzles(const Shape& shape);

/// Returns boards with more solutions than any check asks for: 9x9 boards with zero to eight clues,
/// other boards without some of the digits. Their numbers of solutions are not exact.
ConformanceCases nearly_empty_grids(const Shape& shape);

/// Returns `complete_grid` without the corners of one to three rectangles of two digits that can be
/// swapped. They have 2, 4 and 8 solutions. Some shapes have fewer such rectangles.
ConformanceCases rectangles(const Shape& shape);

/// Returns 64 puzzles of all these kinds except the last two.
BoardList mixed_block(const Shape& shape);

/// Returns puzzles with candidates that have 0 to 256 solutions. Some have clues, too. An engine
/// that ignores the candidates gives a wrong answer to each of them.
ConformanceCases puzzles_with_candidates(const Shape& shape);

}  // namespace sudoku
