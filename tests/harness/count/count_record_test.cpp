#include "harness/count/count_record.h"

#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/count/count_testing.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

std::string path_in(const TemporaryDirectory& directory) {
  return (directory / "counts.csv").string();
}

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

TEST_CASE("a count record is read back unchanged", "[count]") {
  const TemporaryDirectory directory;
  CountRecord before = sample_record();
  before.is_whole = false;
  before.end_byte = 700;
  CountRecord record = sample_record();
  record.task.max_solutions = before.task.max_solutions = 0;
  record.totals.capped = before.totals.capped = 0;
  record.totals.puzzles = before.totals.puzzles = 3;
  record.totals.histogram.add(SolutionCount{1} << 100);
  before.totals.timeouts = 2;
  record.totals.solutions = (SolutionCount{1} << 100) + 6;
  before.totals.solutions = 6;
  record.totals.puzzles = 4;
  before.totals.puzzles = 4;
  const std::string row = to_csv(record);
  write_file(path_in(directory), counts_header() + to_csv(before) + row);
  const StoredRecord stored = read_last_record(path_in(directory));
  CHECK(to_csv(stored.record) == row);
  CHECK(stored.line == 3);
  CHECK(stored.file == path_in(directory));
  CHECK(stored.record.totals.solutions == (SolutionCount{1} << 100) + 6);
}

TEST_CASE("a sum beyond 128 bits is a lower bound and read back as one", "[count]") {
  const TemporaryDirectory directory;
  CountRecord before = sample_record();
  before.is_whole = false;
  before.end_byte = 700;
  before.task.max_solutions = 0;
  before.totals = {};
  before.totals.lines = 20;
  before.totals.puzzles = 2;
  before.totals.histogram.add(kMostSolutions - 1);
  before.totals.histogram.add(0);
  before.totals.solutions = kMostSolutions - 1;
  CountRecord record = before;
  record.is_whole = true;
  record.end_byte = 750;
  record.totals += before.totals;
  CHECK((record.totals.solutions == kMostSolutions));
  CHECK(to_csv(record).find(",>=340282366920938463463374607431768211455,") != std::string::npos);
  write_file(path_in(directory), counts_header() + to_csv(before) + to_csv(record));
  CHECK((read_last_record(path_in(directory)).record.totals.solutions == kMostSolutions));
  record.totals += record.totals;
  CHECK((record.totals.solutions == kMostSolutions));
}

TEST_CASE("the digest of a row excludes only the times", "[count]") {
  const auto digest_of = [](const CountRecord& record) {
    const std::string row = to_csv(record);
    auto fields = split(row.substr(0, row.size() - 1), ',');
    return fields[fields.size() - 5];
  };
  CountRecord slower = sample_record();
  slower.cost.wall_ns *= 2;
  CHECK(digest_of(slower) == digest_of(sample_record()));
  CountRecord other = sample_record();
  ++other.totals.histogram[7];
  CHECK(digest_of(other) != digest_of(sample_record()));
}

TEST_CASE("a damaged row of counts is detected", "[count]") {
  const TemporaryDirectory directory;
  const std::string path = path_in(directory);
  const std::string row = to_csv(sample_record());
  const auto error = [&](const std::string& text) {
    write_file(path, text);
    const std::string message = message_of<InputError>([&] { read_last_record(path); });
    return message.empty() ? message : message.substr(path.size());
  };
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] < '0' || row[i] > '9') continue;
    std::string damaged = row;
    damaged[i] = row[i] == '1' ? '2' : '1';
    CAPTURE(damaged);
    CHECK_FALSE(error(counts_header() + damaged).empty());
  }
  CHECK(error(counts_header()) == ": has no rows");
  CHECK(error("") == ": the header is missing");
  CHECK(error("engine\nauto\n").ends_with(": has no column check: it is not a counts.csv"));
}

TEST_CASE("the first difference of two tasks is reported", "[count]") {
  const CountRecord record = sample_record();
  CHECK(difference(record, record).empty());
  CountRecord other = record;
  other.task.max_solutions = 2;
  CHECK(difference(other, record) == "max_solutions is '2', not '7'");
  other.task.engine = "dlx";
  CHECK(difference(other, record) == "engine is 'dlx', not 'auto'");
}

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
