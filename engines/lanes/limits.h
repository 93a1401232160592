#pragma once

#include <cstdint>

#include "engines/engine.h"

// What the kernels ask of the standard library. It is compiled once and for every CPU: a kernel is
// compiled for an instruction set, and an inline function of the library that it instantiated
// could be the one that the linker keeps for the whole program.

namespace sudoku::lanes {

/// Of a clock that only rises.
std::int64_t now_ns();

/// Whether the deadline of the call has passed or its stop signal is set.
bool is_stopped(const SolveLimits& limits);

/// Not above 0 if the time of a puzzle is not limited.
std::int64_t max_time_ns(const SolveLimits& limits);

}  // namespace sudoku::lanes
