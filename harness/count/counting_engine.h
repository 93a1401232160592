#pragma once

#include <memory>

#include "engines/engine.h"
#include "engines/registry.h"

namespace sudoku {

/// Returns the fastest engine for counting such puzzles within these limits: `bandjoin` for 9x9
/// puzzles that may have many solutions, otherwise the fastest engine that lists solutions.
const EngineInfo& fastest_counting_engine(const SolveLimits& limits, const BoardKind& kind = k9x9);

/// Makes an engine for counting. On shapes other than 9x9, it reduces the work by symmetry: digits
/// without a clue are interchangeable, unless the puzzle has candidates. Throws UsageError if the
/// engine is unavailable.
std::unique_ptr<Engine> make_counting_engine(const EngineInfo& engine);

}  // namespace sudoku
