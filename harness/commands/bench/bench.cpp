#include <span>
#include <string>

#include "harness/commands/bench/bench_options.h"
#include "harness/commands/bench/bench_run.h"
#include "harness/commands/command.h"
#include "harness/external/solvers.h"

namespace sudoku {

Job prepare_bench(const OptionValues& values) {
  return [options = bench_options(values)](std::span<const std::string> arguments) {
    SystemStopwatch stopwatch;
    const auto make_solvers = [&options](std::span<const Shape> shapes) {
      return solvers_of(options.solvers, options.limits.max_solutions, threads_of(options), shapes);
    };
    return run_bench(options, make_solvers, stopwatch, arguments);
  };
}

}  // namespace sudoku
