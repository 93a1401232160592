#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/houses.h"

namespace sudoku {

/// The cells of two digits of a solved board, in sets of which each can change its digits for one
/// another by itself, and no part of it can: a puzzle that lacks all of these cells and no other
/// has 2^sets solutions. The cells of a set stand in the order of a walk from house to house, which
/// begins at the first.
std::vector<std::vector<std::size_t>> unavoidable_sets(const HousesOfShape& houses,
                                                       const Board& solved, std::uint8_t a,
                                                       std::uint8_t b);

}  // namespace sudoku
