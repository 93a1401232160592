#pragma once

#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// A solved board, each row of which is another one that has been pushed along.
OwnedBoard probe_solution(const Shape& shape);

/// That board but for its first cell, to which an answer takes no time: what an engine from outside
/// is asked before anything depends on it.
OwnedBoard probe_puzzle(const Shape& shape);

}  // namespace sudoku
