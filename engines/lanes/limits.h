#pragma once

#include <cstdint>

#include "engines/engine.h"

// The standard library for the search. It is compiled once, for every CPU. If a search instantiated
// an inline function of the library within its target region, the linker could choose that copy for
// the whole program.

namespace sudoku::lanes {

/// Time of a monotonic clock in nanoseconds.
std::int64_t now_ns();

/// Whether the deadline of the call has passed or a stop is requested.
bool is_stopped(const SolveLimits& limits);

/// Time limit per puzzle in nanoseconds; 0 or less means no limit.
std::int64_t max_time_ns(const SolveLimits& limits);

}  // namespace sudoku::lanes
