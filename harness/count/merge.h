#pragma once

#include <vector>

#include "harness/count/count_record.h"

namespace sudoku {

/// Sorts the shards of one dataset. Throws InputError with the file name unless every shard exists
/// once and is complete, all have the same task, and each begins at the end of the one before.
void order_shards(std::vector<StoredRecord>& shards);

/// Returns the record of the whole dataset from all its shards in order.
CountRecord merge_shards(const std::vector<StoredRecord>& shards);

}  // namespace sudoku
