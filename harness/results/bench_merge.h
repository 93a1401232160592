#pragma once

#include <string>
#include <vector>

#include "harness/results/bench_shard.h"
#include "harness/results/result_files.h"

namespace sudoku {

/// Merges the shards of a run, which must be sorted. Returns the summary rows of each dataset.
/// Counts, digests and puzzle rows equal those of a run on one machine. Times are summed, and
/// speedups are over the blocks of all shards. Quantiles need puzzle rows. Throws InputError if the
/// files of a shard contradict each other.
std::vector<std::vector<SummaryRow>> merge_bench_shards(const std::vector<BenchShard>& shards,
                                                        ResultDirectory& results);

}  // namespace sudoku
