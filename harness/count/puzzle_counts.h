#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "engines/engine.h"
#include "harness/count/count_record.h"
#include "harness/dataset/dataset_reader.h"

namespace sudoku {

// The rows of puzzles.csv as the count command writes it: `line,puzzle,count`.

/// Whether the count of a puzzle is known, if only that it reaches the cap.
bool is_counted(const SolveResult& result);

std::string puzzle_counts_header();

/// A row for each puzzle; without a count where that is not known.
std::string puzzle_counts_rows(const PuzzleBlock& block, std::span<const SolveResult> results);

/// Proves that the file has the rows that `record` tells of, and hands all of them to
/// `append(rows)` bit by bit. Throws InputError.
void read_puzzle_counts(const std::string& path, const CountRecord& record,
                        const std::function<void(std::string_view rows)>& append);

}  // namespace sudoku
