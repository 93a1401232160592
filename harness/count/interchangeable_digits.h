#pragma once

#include <memory>

#include "engines/engine.h"

namespace sudoku {

/// An engine that counts all solutions of boards of other shapes than 9x9 by another one, and has
/// it do less: digits that no clue has can change their names for one another, so that where
/// nothing but k of them fits into a cell, one of them stands there in a k-th of the solutions. All
/// else it leaves to that engine as it is.
std::unique_ptr<Engine> with_interchangeable_digits(std::unique_ptr<Engine> engine);

}  // namespace sudoku
