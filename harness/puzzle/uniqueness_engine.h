#pragma once

#include "engines/registry.h"

namespace sudoku {

/// The engine that says fastest of puzzles in blocks whether they have one solution.
const EngineInfo& uniqueness_engine(const Shape& shape);

}  // namespace sudoku
