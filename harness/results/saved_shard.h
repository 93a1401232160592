#pragma once

#include <string>
#include <vector>

#include "harness/results/saved_run.h"

namespace sudoku {

/// Results of a shard, without the rows of blocks and puzzles.
struct SavedShard : SavedFiles {
  Shard shard;
  DatasetPlan plan;     ///< the options of the task
  bool is_old = false;  ///< has the files that old_counts.h reads
  bool has_puzzles = false;
  std::vector<RunContext::DatasetEntry> datasets;
  std::vector<RunRow> runs;         ///< of runs.csv
  std::vector<SummaryRow> summary;  ///< of summary.csv
};

/// Loads the shards of one run and sorts them. Throws InputError if a file is missing, damaged or
/// of an old schema, if a shard did not finish, and unless each shard is there once, all have the
/// same datasets, engines and options, and each begins where the one before ends.
std::vector<SavedShard> load_shards(std::span<const std::string> directories);

}  // namespace sudoku
