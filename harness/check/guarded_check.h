#pragma once

#include <chrono>
#include <string>

#include "harness/check/conformance.h"

namespace sudoku {

/// What a candidate does wrong in a check; empty if nothing, or if an interrupt came first. The
/// check runs in a process of its own, so that an engine of this program that crashes, or heeds no
/// limit, is told of like any other. To be called while this process has one thread.
std::string guarded_failure(const ConformanceCheck& check, const Candidate& candidate,
                            std::chrono::nanoseconds timeout);

}  // namespace sudoku
