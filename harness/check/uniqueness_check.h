#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "engines/engine.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/unavoidable_sets.h"

namespace sudoku {

/// Puzzles that an engine found to have one solution, and that it is to be asked again.
struct UniquePuzzles {
  BoardList puzzles;
  std::size_t opened = 0;  ///< the one that is to be asked without_uniqueness
  OwnedBoard solution;     ///< of that one
};

/// Whether an engine looked for a second solution shows in no puzzle that has only one. So it is
/// given an isomorph of one without_uniqueness among isomorphs of others, by which it cannot tell
/// the question from those of a run, with the same limit of solutions, which is not 1, and a second
/// more than it took before. Returns what is wrong with the answers; empty if nothing is, or if
/// there is none in that time.
std::string find_uniqueness_fault(Engine& engine, const UniquePuzzles& unique, SolveLimits limits,
                                  std::chrono::nanoseconds taken);

}  // namespace sudoku
