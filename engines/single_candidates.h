#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "engines/board.h"

namespace sudoku {

/// Adds single candidates to `cells`, which has the clues. For engines that detect contradictions
/// between clues only before the search.
template <typename Cells>
void fill_single_candidates(const Board& puzzle, Cells& cells) {
  for (std::size_t cell = 0; cell < puzzle.candidates.size(); ++cell) {
    const Digits digits = puzzle.candidates[cell];
    if (puzzle[cell] != 0 || !std::has_single_bit(digits)) continue;
    cells[static_cast<int>(cell)] = static_cast<std::uint8_t>(std::countr_zero(digits) + 1);
  }
}

}  // namespace sudoku
