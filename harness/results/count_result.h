#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "harness/results/context.h"
#include "harness/stats/rows.h"

namespace sudoku {

/// The solutions of the puzzles of a dataset: a run of the count command, or a part of it.
struct CountResult {
  SummaryRow row;
  RunContext::DatasetEntry dataset;
  std::optional<Shard> shard{};
  bool is_whole = true;  ///< all puzzles of the dataset, or of the shard, are counted
};

/// Returns whether a directory has results of the count command.
bool has_counts(const std::filesystem::path& directory);

/// Loads the results of the count command. Throws InputError like load_run.
std::vector<CountResult> load_counts(const std::filesystem::path& directory);

}  // namespace sudoku
