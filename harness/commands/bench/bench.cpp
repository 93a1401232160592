#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "harness/commands/bench/bench_options.h"
#include "harness/commands/bench/bench_run.h"
#include "harness/commands/command.h"

namespace sudoku {
namespace {

/// Of the datasets, as far as they can be looked at before the run; those that an engine from
/// outside is tried with before anything is measured.
std::vector<Shape> shapes_of(const BenchOptions& options) {
  std::vector<Shape> shapes;
  const bool is_any_external =
      !options.solvers.plugins.empty() || !options.solvers.commands.empty();
  for (const std::string& path : options.datasets) {
    if (!is_any_external || is_read_once(path)) continue;
    const Shape shape = Dataset({path, options.read}, {}, 1, {1}).shape();
    if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end()) shapes.push_back(shape);
  }
  if (shapes.empty()) shapes.push_back(options.read.shape.value_or(k9x9));
  return shapes;
}

}  // namespace

Job prepare_bench(const OptionValues& values) {
  return [options = bench_options(values)](std::span<const std::string> arguments) {
    SystemStopwatch stopwatch;
    const auto solvers = solvers_of(options.solvers, options.limits.max_solutions,
                                    threads_of(options), shapes_of(options));
    return run_bench(options, solvers, stopwatch, arguments);
  };
}

}  // namespace sudoku
