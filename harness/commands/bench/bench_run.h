#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "harness/base/errors.h"
#include "harness/commands/bench/bench_options.h"
#include "harness/measure/solver.h"
#include "harness/measure/stopwatch.h"

namespace sudoku {

/// Makes the solvers of a run, for datasets with boards of these shapes.
using MakeSolvers = std::function<std::vector<Solver>(std::span<const Shape>)>;

/// Runs the solvers on the datasets and writes the results. `arguments` is the command line, for
/// context.json.
ExitCode run_bench(const BenchOptions& options, const MakeSolvers& make_solvers,
                   Stopwatch& stopwatch, std::span<const std::string> arguments);

}  // namespace sudoku
