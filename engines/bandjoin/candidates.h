#pragma once

#include <array>
#include <cstdint>

#include "engines/houses.h"

namespace sudoku::bandjoin {

/// The candidates of each cell: bit d - 1 for digit d.
using Candidates = std::array<std::uint16_t, kCells>;

inline constexpr std::uint16_t kEveryDigit = 0x1FF;

/// Finds the candidates after naked and hidden singles. Returns false if these prove that the
/// puzzle has no solution. Symmetries of the clues are symmetries of the candidates.
bool find_candidates(const Grid& puzzle, Candidates& candidates);

/// Returns the candidates that follow from the clues of a band only. Cells outside of the band keep
/// every digit. Digits without a clue in the band are alike.
Candidates band_candidates(const Grid& puzzle, int band);

}  // namespace sudoku::bandjoin
