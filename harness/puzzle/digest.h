#pragma once

#include <cstdint>

#include "engines/board.h"
#include "engines/solution_count.h"

namespace sudoku {

// Digests are sums, modulo 2^64, of one XXH3-64 hash a puzzle: the order of the puzzles does not
// matter, and the digests of parts add up to the digest of the whole.

/// Of the puzzle as one character per cell, see format_line; where it is not of 9x9, after its
/// shape as two bytes, the rows and the columns of a box.
std::uint64_t puzzle_hash(const Board& puzzle);

/// Of the same characters, a comma, and the number of solutions in decimal digits.
std::uint64_t answer_hash(const Board& puzzle, SolutionCount solutions);

}  // namespace sudoku
