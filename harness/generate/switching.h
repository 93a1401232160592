#pragma once

#include <atomic>
#include <optional>

#include "engines/board.h"
#include "engines/random.h"
#include "harness/generate/plan.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Draws a full grid of any shape whose boxes have at least two rows: changes a regular pattern by
/// many random switches, see switching.cpp. All grids that switches can reach are equally likely in
/// the long run. It is unknown whether these are all grids. Counts the switches as guesses. Returns
/// nullopt once `stop` is set.
std::optional<OwnedBoard> draw_by_switching(const Shape& shape, Random& random,
                                            GenerateEffort& effort, const std::atomic<bool>& stop);

}  // namespace sudoku
