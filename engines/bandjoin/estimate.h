#pragma once

#include "engines/bandjoin/candidates.h"

namespace sudoku::bandjoin {

/// Estimates the decimal logarithm of the number of solutions. The estimate is meant for puzzles
/// with tens of solutions or more. Puzzles with few solutions can have any number of candidates.
double estimated_log10_of_count(const Candidates& candidates);

}  // namespace sudoku::bandjoin
