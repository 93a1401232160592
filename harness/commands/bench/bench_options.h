#pragma once

#include "harness/cli/option_table.h"
#include "harness/commands/bench/options.h"

namespace sudoku {

/// Throws UsageError.
BenchOptions bench_options(const OptionValues& values);

}  // namespace sudoku
