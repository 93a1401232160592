#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/stats/rows.h"
#include "harness/tables/text_table.h"

namespace sudoku {

// The rows of one dataset as a table for people.

/// Returns the rows with their names as one_line. Saved rows of other users may hold any text.
std::vector<SummaryRow> with_printable_names(std::span<const SummaryRow> rows);

/// Returns why an engine lacks quantiles. The text continues a sentence that begins with
/// "no quantiles". Requires that the engine lacks some.
std::string_view why_no_quantiles(const SummaryRow& row);

/// Returns whether the other rows are compared with this one.
bool is_baseline(const SummaryRow& row);

/// Returns the rows of engines that ran, in the order of the table. The groups are: engines that
/// solved everything, partial, disputed, wrong. Within a group, the engine that solved most is
/// first. Among equals, the engine with the largest speedup is first.
std::vector<const SummaryRow*> in_order(std::span<const SummaryRow> rows);

/// Returns the table. `sorted` is from `in_order`.
TextTable summary_table(std::span<const SummaryRow* const> sorted);

/// Describes the task: dataset, puzzles, limit of solutions, threads.
std::string heading(std::span<const SummaryRow> rows);

/// Explains the marks of the rates and the dashes in the columns of `table`. This is the table from
/// `summary_table`, or some of its columns. Does not explain the dashes that every baseline
/// has. Returns an empty text if there is nothing to explain.
std::string explain_marks(std::span<const SummaryRow* const> sorted, const TextTable& table);

}  // namespace sudoku
