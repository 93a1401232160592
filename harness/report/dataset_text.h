#pragma once

#include <span>
#include <string>

#include "harness/measure/runner.h"
#include "harness/stats/rows.h"

namespace sudoku {

/// What a person reads of a dataset: its rows of summary.csv as a table, and how far its baseline
/// goes. `requested` is the baseline that was asked for; empty: none.
std::string describe_dataset(std::span<const SummaryRow> rows, const std::string& requested,
                             std::span<const Solver> solvers, bool use_color);

}  // namespace sudoku
