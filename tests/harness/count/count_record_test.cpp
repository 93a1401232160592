#include "harness/count/count_record.h"

#include "harness/errors.h"
#include "tests/catch.h"
#include "tests/harness/count/count_testing.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

std::string path_in(const TemporaryDirectory& directory) {
  return (directory / "counts.csv").string();
}

}  // namespace

TEST_CASE("a count record is read as it was written", "[count]") {
  const TemporaryDirectory directory;
  const std::string row = to_csv(sample_record());
  write_file(path_in(directory), counts_header() + to_csv({}) + row);
  const StoredRecord stored = read_last_record(path_in(directory));
  CHECK(to_csv(stored.record) == row);
  CHECK(stored.line == 3);
  CHECK(stored.file == path_in(directory));
  CHECK(stored.record.totals.solutions == SolutionCount{1} << 100);
}

TEST_CASE("the digest of a row leaves out the times alone", "[count]") {
  const auto digest_of = [](const CountRecord& record) {
    const std::string row = to_csv(record);
    auto fields = split(row.substr(0, row.size() - 1), ',');
    return fields[fields.size() - 4];
  };
  CountRecord slower = sample_record();
  slower.cost.wall_ns *= 2;
  CHECK(digest_of(slower) == digest_of(sample_record()));
  CountRecord other = sample_record();
  ++other.totals.histogram[7];
  CHECK(digest_of(other) != digest_of(sample_record()));
}

TEST_CASE("a damaged row of counts is found out", "[count]") {
  const TemporaryDirectory directory;
  const std::string path = path_in(directory);
  const std::string row = to_csv(sample_record());
  const auto error = [&](const std::string& text) {
    write_file(path, text);
    const std::string message = message_of<InputError>([&] { read_last_record(path); });
    return message.empty() ? message : message.substr(path.size());
  };
  // Any digit of what does not depend on the machine.
  const std::size_t end = row.rfind(',', row.rfind(',', row.rfind(',') - 1) - 1);
  for (std::size_t i = 0; i < end; ++i) {
    if (row[i] < '0' || row[i] > '9') continue;
    std::string damaged = row;
    damaged[i] = row[i] == '1' ? '2' : '1';
    CAPTURE(damaged);
    CHECK_FALSE(error(counts_header() + damaged).empty());
  }
  CHECK(error(counts_header()) == ": there is no row");
  CHECK(error("") == ": the header is missing");
  CHECK(error("engine\nauto\n").starts_with(":1: there is no column"));
}

TEST_CASE("the first difference of two tasks is told", "[count]") {
  const CountTask task = sample_record().task;
  CHECK(difference(task, task).empty());
  CountTask other = task;
  other.max_solutions = 2;
  CHECK(difference(other, task) == "max_solutions is '2', not '7'");
  other.engine = "dlx";
  CHECK(difference(other, task) == "engine is 'dlx', not 'auto'");
}

}  // namespace sudoku
