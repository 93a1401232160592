#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/base/errors.h"
#include "harness/dataset/shard.h"

namespace sudoku {

/// A shard in a result file.
struct ShardPart {
  std::string file;
  Position position;  ///< in this file
  Shard shard;
  TextRange range;
};

/// Throws InputError unless the parts are all shards of one file, sorted by number, and each begins
/// where the one before ends.
void require_tiling(const std::vector<ShardPart>& parts);

}  // namespace sudoku
