#include "harness/results/shard_tiling.h"

#include <fmt/format.h>

namespace sudoku {
namespace {

[[noreturn]] void refuse(const ShardPart& part, const std::string& what) {
  throw InputError(part.file, part.position, what);
}

/// Throws unless the part at `index` is the shard of that number.
void check_number(const std::vector<ShardPart>& parts, std::size_t index) {
  const ShardPart& part = parts[index];
  const auto [number, count] = part.shard;
  if (number == index) return;
  if (index > 0 && number == parts[index - 1].shard.number) {
    refuse(part, fmt::format("shard {} appears twice: also in {}", number, parts[index - 1].file));
  }
  if (number >= count) refuse(part, fmt::format("shard {} of {} shards", number, count));
  refuse(part, fmt::format("shard {} of {} is missing", index, count));
}

void check_begin(const ShardPart& part, std::uint64_t expected) {
  const std::uint64_t begin = part.range.begin;
  if (begin == expected) return;
  refuse(part, fmt::format("shard {} begins at byte {}, not {}: {} of {} bytes", part.shard.number,
                           begin, expected, begin > expected ? "a gap" : "an overlap",
                           begin > expected ? begin - expected : expected - begin));
}

}  // namespace

void require_tiling(const std::vector<ShardPart>& parts) {
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    check_number(parts, i);
    check_begin(parts[i], end);
    end = parts[i].range.end;
  }
  const ShardPart& last = parts.back();
  if (parts.size() == last.shard.count) return;
  refuse(last, fmt::format("shard {} of {} is missing", parts.size(), last.shard.count));
}

}  // namespace sudoku
