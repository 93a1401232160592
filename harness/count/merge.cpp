#include "harness/count/merge.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "harness/errors.h"

namespace sudoku {
namespace {

[[noreturn]] void refuse(const StoredRecord& shard, const std::string& what) {
  throw InputError(shard.file, {shard.line, 0}, what);
}

void check_task(const StoredRecord& shard, const StoredRecord& first) {
  const std::string unlike = difference(shard.record.task, first.record.task);
  if (!unlike.empty()) refuse(shard, fmt::format("{}, as in {}", unlike, first.file));
  if (!shard.record.is_whole) {
    refuse(shard, fmt::format("shard {} has not been counted to its end; --resume goes on",
                              shard.record.shard));
  }
}

/// `shards` are sorted; the one at `index` has to be the shard of that number.
void check_number(const std::vector<StoredRecord>& shards, std::size_t index) {
  const StoredRecord& shard = shards[index];
  const std::uint64_t count = shard.record.task.shard_count;
  if (shard.record.shard == index) return;
  if (index > 0 && shard.record.shard == shards[index - 1].record.shard) {
    refuse(shard, fmt::format("shard {} is there twice: in {}, too", shard.record.shard,
                              shards[index - 1].file));
  }
  if (shard.record.shard >= count) {
    refuse(shard, fmt::format("shard {} of {} shards", shard.record.shard, count));
  }
  refuse(shard, fmt::format("shard {} of {} is missing", index, count));
}

void check_begin(const StoredRecord& shard, std::uint64_t expected) {
  const std::uint64_t begin = shard.record.begin_byte;
  if (begin == expected) return;
  refuse(shard,
         fmt::format("shard {} begins at byte {}, where {} was expected: {} of {} bytes",
                     shard.record.shard, begin, expected, begin > expected ? "a gap" : "an overlap",
                     begin > expected ? begin - expected : expected - begin));
}

}  // namespace

void order_shards(std::vector<StoredRecord>& shards) {
  for (const StoredRecord& shard : shards) check_task(shard, shards.front());
  std::stable_sort(shards.begin(), shards.end(),
                   [](const auto& a, const auto& b) { return a.record.shard < b.record.shard; });
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    check_number(shards, i);
    check_begin(shards[i], end);
    end = shards[i].record.end_byte;
  }
  const StoredRecord& last = shards.back();
  if (shards.size() != last.record.task.shard_count) {
    refuse(last,
           fmt::format("shard {} of {} is missing", shards.size(), last.record.task.shard_count));
  }
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
