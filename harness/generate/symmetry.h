#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/grid.h"
#include "harness/generate/plan.h"

namespace sudoku {

/// The cells that a symmetry carries into one another, ascending: they are opened together.
using Orbit = std::vector<std::uint8_t>;

/// A partition of the 81 cells, in the order of the first cells.
std::vector<Orbit> orbits_of(Symmetry symmetry);

/// The numbers of clues that a puzzle of such orbits can have: a bit for each.
std::bitset<kCells + 1> clue_counts_of(std::span<const Orbit> orbits);

}  // namespace sudoku
