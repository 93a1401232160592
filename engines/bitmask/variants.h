#pragma once

#include <memory>

#include "engines/registry.h"

namespace sudoku::bitmask {

// The variants of the engine for 9x9. They make the same guesses, but use different instruction
// sets. Each function returns null if this CPU lacks the instruction set.
std::unique_ptr<Engine> make_any_cpu(SearchEffort effort);
std::unique_ptr<Engine> make_avx2(SearchEffort effort);
std::unique_ptr<Engine> make_avx512(SearchEffort effort);

/// Returns an engine that searches boards by the masks of their groups. It supports only `shape`.
std::unique_ptr<Engine> make_group_masks(const Shape& shape);

}  // namespace sudoku::bitmask
