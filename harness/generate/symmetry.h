#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/board.h"
#include "harness/generate/plan.h"

namespace sudoku {

/// The cells that a symmetry carries into one another, ascending: they are opened together.
using Orbit = std::vector<std::uint16_t>;

/// A partition of the cells, in the order of the first cells.
std::vector<Orbit> orbits_of(Symmetry symmetry, const Shape& shape = k9x9);

/// The numbers of clues that a puzzle of such orbits can have: a bit for each.
std::bitset<kMaxCells + 1> clue_counts_of(std::span<const Orbit> orbits);

}  // namespace sudoku
