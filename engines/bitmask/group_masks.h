#pragma once

#include <memory>

#include "engines/engine.h"

namespace sudoku::bitmask {

/// A search of boards of one shape by the masks of its groups; takes puzzles of that shape only.
std::unique_ptr<Engine> make_group_masks(const Shape& shape);

}  // namespace sudoku::bitmask
