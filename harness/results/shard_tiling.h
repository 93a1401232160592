#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/base/errors.h"
#include "harness/dataset/shard.h"

namespace sudoku {

/// A shard as a result tells of it.
struct ShardPart {
  std::string file;  ///< that tells
  Position position;
  Shard shard;
  TextRange range;
};

/// Throws InputError, which names the file, unless `parts`, sorted by their numbers, are all shards
/// of one cut, each there once, and each begins where the one before it ends.
void prove_tiling(const std::vector<ShardPart>& parts);

}  // namespace sudoku
