#pragma once

#include "harness/bench/options.h"
#include "harness/cli/command_line.h"

namespace sudoku {

/// Throws UsageError.
BenchOptions bench_options(const Values& values);

}  // namespace sudoku
