#pragma once

#include <array>
#include <cstdint>

#include "engines/board.h"
#include "engines/houses.h"

namespace sudoku::bandjoin {

/// The candidates of each cell: bit d - 1 for digit d.
using Candidates = std::array<std::uint16_t, kCells>;

inline constexpr std::uint16_t kEveryDigit = 0x1FF;

/// Returns the digits that clues and candidates of a puzzle allow in each cell. The functions below
/// call these the given candidates.
Candidates given_candidates(const sudoku::Board& puzzle);

/// Finds the candidates after naked and hidden singles. Returns false if these prove that the
/// puzzle has no solution. Symmetries of the given candidates are symmetries of the result.
bool find_candidates(const Candidates& given, Candidates& candidates);

/// Returns the candidates that follow from the given ones of a band only. Cells outside of the band
/// keep every digit. If only clues are given, digits without a clue in the band are alike.
Candidates band_candidates(const Candidates& given, int band);

/// Estimates the decimal logarithm of the number of solutions. The estimate is meant for puzzles
/// with tens of solutions or more. Puzzles with few solutions can have any number of candidates.
double estimated_log10_of_count(const Candidates& candidates);

}  // namespace sudoku::bandjoin
