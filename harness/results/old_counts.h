#pragma once

#include <filesystem>

#include "harness/results/columns.h"
#include "harness/results/saved_run.h"
#include "harness/stats/task.h"

namespace sudoku {

// Before schema 8, count wrote counts.csv with one row, and a puzzles.csv with other columns.

struct OldCount : CountResult {
  Task task;
};

/// Returns whether a directory has results of count in the format before schema 8.
bool has_old_counts(const std::filesystem::path& directory);

/// Reads counts.csv. Throws InputError.
OldCount load_old_counts(const std::filesystem::path& directory);

/// Returns the columns of the old puzzles.csv, which lacks the names of the dataset and the engine.
std::span<const Column<PuzzleRow>> old_puzzle_columns();

}  // namespace sudoku
