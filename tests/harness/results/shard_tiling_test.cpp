#include "harness/results/shard_tiling.h"

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// Three shards of ten bytes.
std::vector<ShardPart> parts() {
  return {{"a", {}, {0, 3}, {0, 10}}, {"b", {}, {1, 3}, {10, 20}}, {"c", {2, 0}, {2, 3}, {20, 30}}};
}

std::string refusal(const std::vector<ShardPart>& parts) {
  return message_of<InputError>([&] { require_tiling(parts); });
}

}  // namespace

TEST_CASE("all shards, end to end, are a tiling", "[shard_tiling]") {
  CHECK(refusal(parts()).empty());
  auto with_empty_one = parts();
  with_empty_one[0].range.end = with_empty_one[1].range.end = 20;
  with_empty_one[1].range.begin = 20;
  CHECK(refusal(with_empty_one).empty());
}

TEST_CASE("an invalid tiling is rejected with its file", "[shard_tiling]") {
  auto missing = parts();
  missing.erase(missing.begin() + 1);
  CHECK(refusal(missing) == "c:2: shard 1 of 3 is missing");
  missing = parts();
  missing.pop_back();
  CHECK(refusal(missing) == "b: shard 2 of 3 is missing");
  auto doubled = parts();
  doubled.insert(doubled.begin() + 1, doubled[1]);
  CHECK(refusal(doubled) == "b: shard 1 appears twice: also in b");
  auto beyond = parts();
  beyond[2].shard.number = 7;
  CHECK(refusal(beyond) == "c:2: shard 7 of 3 shards");
  auto gap = parts();
  gap[1].range.begin = 12;
  CHECK(refusal(gap) == "b: shard 1 begins at byte 12, not 10: a gap of 2 bytes");
  gap[1].range.begin = 7;
  CHECK(refusal(gap).ends_with("an overlap of 3 bytes"));
}

}  // namespace sudoku
