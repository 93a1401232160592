#pragma once

#include <span>
#include <string>

#include "harness/results/context.h"
#include "harness/stats/rows.h"

namespace sudoku {

/// The rows of runs.csv in the JSON form of Google Benchmark, which its compare.py reads: one
/// benchmark `sudoku/<engine>/<dataset>` for each, its times in nanoseconds per puzzle. Rows of
/// engines that did not answer every puzzle, or not rightly, are left out.
std::string to_gbench_json(std::span<const RunRow> records, const RunContext& run);

}  // namespace sudoku
