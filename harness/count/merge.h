#pragma once

#include <vector>

#include "harness/count/count_record.h"

namespace sudoku {

/// Puts the shards of one dataset into their order. Throws InputError, which names the file, unless
/// each shard is there once and whole, all are of one task, and each begins where the one before it
/// ends.
void order_shards(std::vector<StoredRecord>& shards);

/// What one count of the whole dataset gives, from all its shards in their order.
CountRecord merge_shards(const std::vector<StoredRecord>& shards);

}  // namespace sudoku
