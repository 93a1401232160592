#include "harness/dataset/shard.h"

#include <algorithm>

namespace sudoku {

IndexRange range_of(Shard shard, std::uint64_t count) {
  const std::uint64_t size = count / shard.count;
  const std::uint64_t longer = count % shard.count;  // the first so many have one more
  const auto begin = [&](std::uint64_t part) { return part * size + std::min(part, longer); };
  return {begin(shard.number), begin(shard.number + 1)};
}

}  // namespace sudoku
