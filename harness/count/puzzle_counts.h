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
#include "harness/results/column_text.h"

namespace sudoku {

// The rows of puzzles.csv as the count command writes it.

std::vector<ColumnText> puzzle_counts_columns();
std::string puzzle_counts_header();

/// A row for each puzzle; without a count where that is not known.
std::string puzzle_counts_rows(const PuzzleBlock& block, std::span<const SolveResult> results);

/// Sum, modulo 2^64, of the XXH3-64 of each row, line end and all: as their lines ascend, it tells
/// of their order, too, and the digests of parts add up to that of the whole.
std::uint64_t puzzle_counts_digest(std::string_view rows);

/// Proves that the file has the rows that `record` tells of, and hands all of them to
/// `append(rows)` bit by bit. Throws InputError and Interrupted.
void read_puzzle_counts(const std::string& path, const CountRecord& record,
                        const std::function<void(std::string_view rows)>& append);

/// Proves the same of a file in which more rows may follow, and returns how many bytes it has
/// without them.
std::uint64_t prove_puzzle_counts(const std::string& path, const CountRecord& record);

}  // namespace sudoku
