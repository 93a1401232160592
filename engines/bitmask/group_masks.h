#pragma once

#include <memory>

#include "engines/engine.h"

namespace sudoku::bitmask {

/// Returns an engine that searches boards by the masks of their groups. It supports only `shape`.
std::unique_ptr<Engine> make_group_masks(const Shape& shape);

}  // namespace sudoku::bitmask
