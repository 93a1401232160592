#pragma once

#include <span>
#include <string>

#include "harness/measure/runner.h"
#include "harness/stats/rows.h"

namespace sudoku {

/// Formats the summary rows of a dataset as a table, with remarks on the baseline. `requested` is
/// that of --baseline, or empty.
std::string describe_dataset(std::span<const SummaryRow> rows, const std::string& requested,
                             std::span<const Solver> solvers, bool use_color);

}  // namespace sudoku
