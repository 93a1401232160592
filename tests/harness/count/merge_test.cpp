#include "harness/count/merge.h"

#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/count/count_testing.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// Four shards of 250 bytes.
std::vector<StoredRecord> shards() {
  std::vector<StoredRecord> shards;
  for (std::uint64_t i = 0; i < 4; ++i) {
    CountRecord record = sample_record();
    record.shard = i;
    record.begin_byte = 250 * i;
    record.end_byte = 250 * (i + 1);
    shards.push_back({record, std::string(1, "abcd"[i]), 2});
  }
  return shards;
}

std::string refusal(std::vector<StoredRecord> shards) {
  return message_of<InputError>([&] { order_shards(shards); });
}

}  // namespace

TEST_CASE("shards in any order make the whole", "[count]") {
  auto parts = shards();
  std::swap(parts[0], parts[3]);
  std::swap(parts[1], parts[3]);
  order_shards(parts);
  CHECK(parts[2].file == "c");
  const CountRecord whole = merge_shards(parts);
  CHECK(whole.task.shard_count == 1);
  CHECK(whole.shard == 0);
  CHECK(whole.begin_byte == 0);
  CHECK(whole.end_byte == 1000);
  CHECK(whole.totals.puzzles == 100);
  CHECK(whole.totals.lines == 120);
  CHECK(whole.totals.dataset_digest == 4 * 0xF000000000000001);
  CHECK(whole.totals.solutions == 640);
  CHECK(whole.totals.puzzles_csv_digest == 4 * 0x34);
  CHECK(whole.totals.histogram[1] == 4);
  CHECK(whole.totals.mismatches == 24);
  CHECK(whole.totals.check_mismatches == 20);
  CHECK(whole.cost.threads == 3);
  CHECK(whole.cost.wall_ns == 16000);
}

TEST_CASE("shards that do not tile the input are refused", "[count]") {
  auto parts = shards();
  parts[2].record.begin_byte = 510;
  CHECK(refusal(parts) == "c:2: shard 2 begins at byte 510, not 500: a gap of 10 bytes");
  parts[2].record.begin_byte = 490;
  CHECK(refusal(parts) == "c:2: shard 2 begins at byte 490, not 500: an overlap of 10 bytes");
  parts = shards();
  parts[0].record.begin_byte = 1;
  CHECK(refusal(parts).ends_with("not 0: a gap of 1 bytes"));
  parts = shards();
  parts.erase(parts.begin() + 1);
  CHECK(refusal(parts) == "c:2: shard 1 of 4 is missing");
  parts = shards();
  parts.pop_back();
  CHECK(refusal(parts) == "c:2: shard 3 of 4 is missing");
  parts = shards();
  parts.push_back(parts[3]);
  CHECK(refusal(parts) == "d:2: shard 3 appears twice: also in d");
  parts = shards();
  parts[1].record.task.file_digest = 1;
  CHECK(refusal(parts).starts_with("b:2: file_digest is '0000000000000001', not"));
  parts = shards();
  parts[1].record.is_whole = false;
  CHECK(refusal(parts).starts_with("b:2: shard 1 is incomplete"));
}

}  // namespace sudoku
