#pragma once

#include <span>
#include <string>

#include "harness/base/errors.h"
#include "harness/commands/bench/options.h"
#include "harness/measure/runner.h"
#include "harness/measure/stopwatch.h"

namespace sudoku {

/// Compares the solvers, who stand for `options.solvers`. `arguments` is the command
/// line, for the record.
ExitCode run_bench(const BenchOptions& options, std::span<const Solver> solvers,
                   Stopwatch& stopwatch, std::span<const std::string> arguments);

}  // namespace sudoku
