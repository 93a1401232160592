#pragma once

#include <cstdint>

#include "engines/grid.h"
#include "engines/solution_count.h"

namespace sudoku {

// Digests are sums, modulo 2^64, of one XXH3-64 hash a puzzle: the order of the puzzles does not
// matter, and the digests of parts add up to the digest of the whole.

/// Of the puzzle as 81 characters with `.` for an empty cell.
std::uint64_t puzzle_hash(const Grid& puzzle);

/// Of the same 81 characters, a comma, and the number of solutions in decimal digits.
std::uint64_t answer_hash(const Grid& puzzle, SolutionCount solutions);

}  // namespace sudoku
