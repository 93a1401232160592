#pragma once

#include <memory>

#include "engines/engine.h"

namespace sudoku::bandjoin {

/// An engine that counts by enumerating, with `enumeration`, or by joining. `enumeration` has to be
/// lanes::PuzzleClocks, too.
std::unique_ptr<Engine> make_engine(std::unique_ptr<Engine> enumeration);

}  // namespace sudoku::bandjoin
