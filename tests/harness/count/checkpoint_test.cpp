#include "harness/count/checkpoint.h"

#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/count/count_testing.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// Returns a record of an unfinished count with this number of timeouts.
CountRecord record_with(std::uint64_t puzzles) {
  CountRecord record = sample_record();
  record.is_whole = false;
  record.totals.histogram = {};
  record.totals.capped = 0;
  record.totals.solutions = 0;
  record.totals.timeouts = record.totals.puzzles = puzzles;
  return record;
}

}  // namespace

TEST_CASE("a truncated checkpoint returns its last complete row", "[count]") {
  const TemporaryDirectory directory;
  CHECK_FALSE(Checkpoint::load(directory.path()));
  {
    Checkpoint checkpoint(directory.path(), std::nullopt);
    CHECK_FALSE(Checkpoint::load(directory.path()));
    for (const std::uint64_t puzzles : {1, 2, 3}) checkpoint.append(record_with(puzzles));
  }
  const auto path = Checkpoint::path_in(directory.path());
  const std::string whole = read_file(path);
  const std::size_t header = counts_header().size();
  const std::size_t row = (whole.size() - header) / 3;
  for (std::size_t size = 0; size <= whole.size(); size += 7) {
    write_file(path, whole.substr(0, size));
    const auto stored = Checkpoint::load(directory.path());
    CHECK(read_file(path).size() == size);  // reading does not truncate the file
    const std::size_t rows = size < header ? 0 : (size - header) / row;
    CAPTURE(size);
    REQUIRE(stored.has_value() == (rows > 0));
    if (stored) CHECK(stored->record.totals.puzzles == rows);
  }
}

TEST_CASE("a file that was never a checkpoint is refused", "[count]") {
  const TemporaryDirectory directory;
  for (const char* text : {"notes", "notes\nof mine\n"}) {
    write_file(Checkpoint::path_in(directory.path()), text);
    CHECK_THROWS_AS(Checkpoint::load(directory.path()), InputError);
    CHECK(read_file(Checkpoint::path_in(directory.path())) == text);
  }
}

TEST_CASE("reading does not change a checkpoint", "[count]") {
  const TemporaryDirectory directory;
  CountRecord record = record_with(4);
  record.dataset = " a\nb\"\n\xE9 ";
  const std::string row = to_csv(record);
  for (std::size_t torn = 0; torn <= row.size(); ++torn) {
    const std::string text = counts_header() + row + row.substr(0, torn);
    write_file(Checkpoint::path_in(directory.path()), text);
    const auto stored = Checkpoint::load(directory.path());
    CAPTURE(torn);
    REQUIRE(stored.has_value());
    CHECK(to_csv(stored->record) == row);
    CHECK(read_file(Checkpoint::path_in(directory.path())) == text);
  }
}

TEST_CASE("an appended checkpoint returns its last row", "[count]") {
  const TemporaryDirectory directory;
  Checkpoint checkpoint(directory.path(), record_with(5));
  CHECK(Checkpoint::load(directory.path())->record.totals.puzzles == 5);
  checkpoint.append(record_with(6));
  CHECK(Checkpoint::load(directory.path())->line == 3);
  checkpoint.finish(record_with(7));
  CHECK(Checkpoint::load(directory.path())->line == 2);
  CHECK(Checkpoint::load(directory.path())->record.totals.puzzles == 7);
}

TEST_CASE("a checkpoint that is damaged in the middle is refused", "[count]") {
  const TemporaryDirectory directory;
  const auto path = Checkpoint::path_in(directory.path());
  std::string row = to_csv(record_with(1));
  row[row.find("1000")] = '2';
  write_file(path, counts_header() + row + to_csv(record_with(2)));
  CHECK(message_of<InputError>([&] {
          Checkpoint::load(directory.path());
        }).starts_with(path.string() + ":2: the row is damaged"));
}

}  // namespace sudoku
