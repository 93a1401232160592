#pragma once

#include <span>
#include <string>

#include "harness/results/context.h"
#include "harness/stats/rows.h"

namespace sudoku {

/// Returns rows of runs.csv in the JSON format of Google Benchmark, for its compare.py. A row is a
/// benchmark `sudoku/<engine>/<dataset>` with times in nanoseconds per puzzle. Omits rows with
/// wrong answers or unsolved puzzles.
std::string to_gbench_json(std::span<const RunRow> rows, const RunContext& run);

}  // namespace sudoku
