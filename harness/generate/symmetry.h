#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/board.h"
#include "harness/generate/plan.h"

namespace sudoku {

/// Cells that a symmetry maps to one another, ascending. The digger opens them together.
using Orbit = std::vector<std::uint16_t>;

/// Returns the orbits of all cells, ordered by their first cells.
std::vector<Orbit> orbits_of(Symmetry symmetry, const Shape& shape = k9x9);

/// Returns the numbers of clues that a puzzle with these orbits can have: bit n is set for n clues.
std::bitset<kMaxCells + 1> clue_counts_of(std::span<const Orbit> orbits);

}  // namespace sudoku
