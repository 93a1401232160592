#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/results/context.h"
#include "harness/results/result_files.h"

namespace sudoku {

/// A run that was merged from its shards.
struct MergedRun {
  std::string command;   ///< bench or count
  DatasetTables tables;  ///< summary rows of each dataset
  std::vector<RunContext::DatasetEntry> datasets;
};

/// Merges the results of all shards of a run of bench or count into `location`; without a
/// directory, only checks them. Counts, digests and puzzle rows are as in a run on one machine.
/// Times are summed, and speedups are over the blocks of all shards. Quantiles need puzzle rows.
/// Throws InputError if a shard is missing, given twice, incomplete, damaged or of another run.
MergedRun merge_shards(std::span<const std::string> directories, ResultLocation location);

}  // namespace sudoku
