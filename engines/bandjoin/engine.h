#pragma once

#include <memory>

#include "engines/engine.h"

namespace sudoku::bandjoin {

/// Returns an engine that counts by enumeration or by joining. `enumeration` must also implement
/// PuzzleClocks.
std::unique_ptr<Engine> make_engine(std::unique_ptr<Engine> enumeration);

}  // namespace sudoku::bandjoin
