#pragma once

#include <span>
#include <string>

#include "harness/measure/runner.h"
#include "harness/stats/rows.h"

namespace sudoku {

// Sentences on the rows of one dataset, for people. A text is empty if there is nothing to say.
// Rows as pointers are from `in_order`.

/// Names the engines with faulty answers, without a line end.
std::string describe_faults(std::span<const SummaryRow> rows);

/// Describes the user's own solvers, or the fastest engines if there are no own ones. Then
/// describes agreement and success rates.
std::string describe_results(std::span<const SummaryRow* const> rows);

/// Returns the place of an own solver or the baseline in the table, and its speedups over the
/// fastest engine and over the next slower one, as in `is 10th of 19: 135x slower than a, 2.30x
/// faster than b.` Empty for other engines, and for engines without correct answers.
std::string describe_standing(std::span<const SummaryRow* const> rows, const SummaryRow& row);

/// Describes the speedups of the other engines, the answer digest, which engines solve whole
/// blocks, and the virtual best engine.
std::string describe_details(std::span<const SummaryRow> rows);

/// Remarks on the baseline: if the requested one did not run, or if it lists no solutions, so that
/// its answers cannot be checked directly.
std::string describe_baseline(std::span<const SummaryRow> rows, const std::string& requested,
                              std::span<const Solver> solvers);

/// Names the engines whose times of single puzzles come from the arrival of their answers.
std::string describe_latencies(std::span<const SummaryRow> rows, std::span<const Solver> solvers);

}  // namespace sudoku
