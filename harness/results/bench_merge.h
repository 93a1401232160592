#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/results/result_files.h"

namespace sudoku {

/// Merges the results of all shards of a run (bench --shard) into `location`. Returns the summary
/// rows of each dataset. Counts, digests and puzzle rows are as in a run on one machine. Times
/// are summed, and speedups are over the blocks of all shards. Quantiles need puzzle rows. Throws
/// InputError if a shard is missing, given twice, incomplete, damaged or of another run.
std::vector<std::vector<SummaryRow>> merge_bench_shards(std::span<const std::string> directories,
                                                        ResultLocation location);

}  // namespace sudoku
