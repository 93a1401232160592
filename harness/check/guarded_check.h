#pragma once

#include <chrono>
#include <string>

#include "harness/check/conformance.h"

namespace sudoku {

/// Runs a check in a sub-process, so that it also reports a built-in engine that crashes or ignores
/// limits. Returns what the solver does wrong; empty if it passes, or after an interrupt. Call it
/// while this process has only one thread.
std::string guarded_failure(const ConformanceCheck& check, const SolverUnderTest& solver,
                            std::chrono::nanoseconds timeout);

}  // namespace sudoku
