#pragma once

#include <cstdint>

#include "engines/board.h"
#include "engines/solution_count.h"

namespace sudoku {

// The digest of a set of puzzles is the sum, modulo 2^64, of one XXH3-64 hash per puzzle. It does
// not depend on the order of the puzzles, and the digests of parts add up to the digest of the
// whole.

/// Returns the hash of a puzzle written with format_line. Unless it is a 9x9 puzzle, two bytes come
/// first: the rows and the columns of a box.
std::uint64_t puzzle_hash(const Board& puzzle);

/// Returns the digest of the puzzles.
std::uint64_t puzzles_digest(const Boards& puzzles);

/// Returns the hash of the same characters, a comma and the number of solutions in decimal digits.
std::uint64_t answer_hash(const Board& puzzle, SolutionCount solutions);

}  // namespace sudoku
