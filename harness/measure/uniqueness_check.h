#pragma once

#include <chrono>
#include <string>

#include "engines/engine.h"
#include "harness/puzzle/owned_board.h"

namespace sudoku {

/// The puzzle without its clues in one of the unavoidable sets of the solution, of two digits, that
/// have the fewest: these can change their digits for one another, so that it has two solutions at
/// least.
OwnedBoard without_uniqueness(const Board& puzzle, const Board& solution);

/// Whether an engine looked for a second solution shows in no puzzle that has only one. So it is
/// given a puzzle that it found to have one, without_uniqueness, with the same limit of solutions,
/// which is not 1, and a second more than it took before. Returns what is wrong with the answer;
/// empty if nothing is, or if there is none in that time.
std::string find_uniqueness_fault(Engine& engine, const Board& puzzle, const Board& solution,
                                  SolveLimits limits, std::chrono::nanoseconds taken);

}  // namespace sudoku
