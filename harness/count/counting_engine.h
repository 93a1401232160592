#pragma once

#include <memory>

#include "engines/engine.h"
#include "engines/registry.h"

namespace sudoku {

/// The engine that counts fastest within these limits: where a puzzle may have many solutions, one
/// that lists a few of them and then counts without listing; of the shapes that few engines take,
/// the best that lists.
const EngineInfo& fastest_counting_engine(const SolveLimits& limits, const Shape& shape = k9x9);

/// Throws UsageError if the engine is unavailable.
std::unique_ptr<Engine> make_counting_engine(const EngineInfo& engine);

}  // namespace sudoku
