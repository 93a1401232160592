#pragma once

#include <string>
#include <vector>

#include "harness/results/bench_shard.h"
#include "harness/results/result_directory.h"

namespace sudoku {

/// Writes the results of a run from those of all its shards, in their order, and returns the rows
/// of its summary, dataset by dataset. Counts, digests and the rows of puzzles are those of a run
/// on one machine; times are summed, and ratios are made of the blocks of all shards. Quantiles
/// need the rows of puzzles. Throws InputError where the files of a shard contradict each other.
std::vector<std::vector<SummaryRow>> merge_bench_shards(const std::vector<BenchShard>& shards,
                                                        ResultDirectory& results);

}  // namespace sudoku
