#pragma once

#include <algorithm>
#include <cstddef>

#include "engines/registry.h"
#include "harness/external/engine_host.h"
#include "harness/measure/runner.h"

namespace sudoku {

/// How many processes of a hosted engine take their turns on each of so many threads, each in other
/// memory: fewer where there are more threads, so that a large machine is not filled with them.
constexpr std::size_t hosted_places(unsigned threads) {
  return std::max<std::size_t>(24 / threads, 2);
}

/// The same of an engine command, which may start slowly and need much memory.
inline constexpr std::size_t kCommandPlaces = 4;

/// An engine of this program as its host is to have it.
HostedSource builtin_source(const EngineInfo& info, const EngineOptions& options);

/// Makes the solver run its engine in host processes.
void set_source(Solver& solver, const HostedSource& source);

/// The solver in processes of its own, if it can run at all, as one of so many threads.
Solver hosted(Solver solver, const HostedSource& source, unsigned threads);

}  // namespace sudoku
