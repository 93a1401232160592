#pragma once

#include <cstddef>
#include <string>

#include "harness/results/saved_run.h"

namespace sudoku {

// The tables of a run, for documents and other programs.

/// Returns a Markdown table per dataset, with all columns of the table of bench.
std::string to_markdown(const DatasetTables& datasets);

/// Width of a LaTeX table that fits a page.
inline constexpr std::size_t kPageWidth = 84;

/// Returns a LaTeX table per dataset, for the package booktabs. Leaves out columns that make lines
/// longer than `width` characters.
std::string to_latex(const DatasetTables& datasets, std::size_t width);

/// Returns the columns of summary.csv behind the table, with full precision. Names are unchanged.
std::string to_table_csv(const DatasetTables& datasets);

/// Returns the same as JSON: `{"results": [...]}` with an object per row. Unknown values are null.
std::string to_table_json(const DatasetTables& datasets);

/// Returns the speedups between all engines of each dataset as JSON. results/COLUMNS.md describes
/// it.
std::string to_pairs_json(const SavedRun& run);

}  // namespace sudoku
