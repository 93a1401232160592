#pragma once

#include <atomic>
#include <optional>

#include "engines/board.h"
#include "engines/random.h"
#include "harness/generate/plan.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Draws a Latin square of the order of `shape` with the Markov chain of Jacobson and Matthews
/// (1996). The chain reaches every square, and in the long run visits all equally often. The length
/// of the chain is in latin_square.cpp. Counts the moves as guesses. Returns nullopt once `stop` is
/// set.
std::optional<OwnedBoard> draw_latin_square(const Shape& shape, Random& random,
                                            GenerateEffort& effort, const std::atomic<bool>& stop);

}  // namespace sudoku
