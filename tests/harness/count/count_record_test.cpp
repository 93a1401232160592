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

TEST_CASE("impossible totals are detected, even with matching digests", "[count]") {
  const TemporaryDirectory directory;
  const std::string path = path_in(directory);
  const auto error = [&](const CountRecord& record) {
    write_file(path, counts_header() + to_csv(record));
    const std::string message = message_of<InputError>([&] { read_last_record(path); });
    return message.empty() ? message : message.substr(path.size());
  };
  CHECK(error(sample_record()).empty());
  const auto refused = [&](auto change) {
    CountRecord record = sample_record();
    change(record);
    return error(record) == ":2: the totals of the row are inconsistent";
  };
  CHECK(refused([](CountRecord& record) { ++record.totals.puzzles; }));
  CHECK(refused([](CountRecord& record) { ++record.totals.histogram[2]; }));
  CHECK(refused([](CountRecord& record) { record.totals.solutions = 156; }));
  CHECK(refused([](CountRecord& record) { record.totals.solutions = 165; }));
  CHECK(refused([](CountRecord& record) { record.totals.lines = 24; }));
  CHECK(refused([](CountRecord& record) { record.totals.rejected = 31; }));
  CHECK(refused([](CountRecord& record) { record.task.max_solutions = 0; }));
  CHECK(refused([](CountRecord& record) { record.shard = 4; }));
  CHECK(refused([](CountRecord& record) { record.begin_byte = 751; }));
}

TEST_CASE("each row of a checkpoint continues the previous one", "[count]") {
  const TemporaryDirectory directory;
  const std::string path = path_in(directory);
  CountRecord first = sample_record();
  first.is_whole = false;
  first.end_byte = 600;
  const CountRecord second = sample_record();
  const auto error = [&](const CountRecord& a, const CountRecord& b) {
    write_file(path, counts_header() + to_csv(a) + to_csv(b));
    const std::string message = message_of<InputError>([&] { read_last_record(path); });
    return message.empty() ? message : message.substr(path.size());
  };
  CHECK(error(first, second).empty());
  const std::string refusal = ":3: the row does not continue the one before";
  CHECK(error(second, first) == refusal);
  CHECK(error(second, second) == refusal);
  CountRecord other = first;
  other.task.timeout_ns = 1;
  CHECK(error(other, second) == refusal);
}

TEST_CASE("the first difference of two tasks is reported", "[count]") {
  const CountTask task = sample_record().task;
  CHECK(difference(task, task).empty());
  CountTask other = task;
  other.max_solutions = 2;
  CHECK(difference(other, task) == "max_solutions is '2', not '7'");
  other.engine = "dlx";
  CHECK(difference(other, task) == "engine is 'dlx', not 'auto'");
}

}  // namespace sudoku
