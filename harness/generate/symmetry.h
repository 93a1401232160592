#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/generate/plan.h"

namespace sudoku {

/// The cells that a symmetry carries into one another, ascending: they are opened together.
using Orbit = std::vector<std::uint8_t>;

/// A partition of the 81 cells, in the order of the first cells.
std::vector<Orbit> orbits_of(Symmetry symmetry);

}  // namespace sudoku
