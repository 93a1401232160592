#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/engine.h"
#include "harness/count/count_record.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/results/columns.h"

namespace sudoku {

// puzzles.csv of the count command: one row per puzzle.

std::vector<ColumnText> puzzle_counts_columns();

/// Returns the header, with its line end.
std::string puzzle_counts_header();

/// Returns a row per puzzle, and adds their size and digest to the totals. The count is empty for
/// puzzles that were not counted.
std::string puzzle_counts_rows(const PuzzleBlock& block, std::span<const SolveResult> results,
                               CountTotals& totals);

/// Reads puzzles.csv, checks it against the totals of `record`, and passes all rows to `append`
/// piece by piece. Throws InputError and Interrupted.
void read_puzzle_counts(const std::string& path, const CountRecord& record,
                        const std::function<void(std::string_view rows)>& append);

/// Checks the beginning of a puzzles.csv, which may have more rows than `record` covers. Returns
/// the size in bytes of the header and the rows that it covers. Throws InputError and Interrupted.
std::uint64_t verify_puzzle_counts(const std::string& path, const CountRecord& record);

}  // namespace sudoku
