#include "harness/count/merge.h"

#include <algorithm>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/results/shard_tiling.h"

namespace sudoku {
namespace {

[[noreturn]] void refuse(const StoredRecord& shard, const std::string& what) {
  throw InputError(shard.file, {shard.line, 0}, what);
}

void check_task(const StoredRecord& shard, const StoredRecord& first) {
  const std::string unequal = difference(shard.record.task, first.record.task);
  if (!unequal.empty()) refuse(shard, fmt::format("{}, as in {}", unequal, first.file));
  if (!shard.record.is_whole) {
    refuse(shard,
           fmt::format("shard {} is incomplete; continue it with --resume", shard.record.shard));
  }
}

}  // namespace

void order_shards(std::vector<StoredRecord>& shards) {
  for (const StoredRecord& shard : shards) check_task(shard, shards.front());
  std::sort(shards.begin(), shards.end(), [](const auto& a, const auto& b) {
    return std::tie(a.record.shard, a.file) < std::tie(b.record.shard, b.file);
  });
  std::vector<ShardPart> parts;
  for (const auto& [record, file, line] : shards) {
    parts.push_back({file,
                     {line, 0},
                     {record.shard, record.task.shard_count},
                     {record.begin_byte, record.end_byte}});
  }
  require_tiling(parts);
}

CountRecord merge_shards(const std::vector<StoredRecord>& shards) {
  CountRecord whole = shards.front().record;
  whole.task.shard_count = 1;
  for (std::size_t i = 1; i < shards.size(); ++i) {
    const CountRecord& shard = shards[i].record;
    whole.end_byte = shard.end_byte;
    whole.totals += shard.totals;
    whole.cost.threads = std::max(whole.cost.threads, shard.cost.threads);
    whole.cost.wall_ns += shard.cost.wall_ns;
    whole.cost.cpu_ns += shard.cost.cpu_ns;
  }
  return whole;
}

}  // namespace sudoku
