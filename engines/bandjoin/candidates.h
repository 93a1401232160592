#pragma once

#include <array>
#include <cstdint>

#include "engines/houses.h"

namespace sudoku::bandjoin {

/// The digits that each cell may hold: bit d - 1 for digit d.
using Candidates = std::array<std::uint16_t, kCells>;

inline constexpr std::uint16_t kEveryDigit = 0x1FF;

/// What naked and hidden singles leave of a puzzle. False if they show that it has no solution.
/// A symmetry that maps the clues to themselves maps the candidates to themselves.
bool find_candidates(const Grid& puzzle, Candidates& candidates);

/// What the clues of a band by themselves leave of its cells; the other cells keep every digit.
/// Digits without a clue in the band are alike there.
Candidates band_candidates(const Grid& puzzle, int band);

}  // namespace sudoku::bandjoin
