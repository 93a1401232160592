#include "harness/report/count_table.h"

#include <string>

#include "tests/catch.h"
#include "tests/harness/count/count_testing.h"

namespace sudoku {
namespace {

CountRecord plain_record() {
  CountRecord record;
  record.dataset = "d.txt";
  record.is_whole = true;
  record.totals.puzzles = 2;
  record.totals.histogram.add(1);
  record.totals.histogram.add(5);
  record.totals.solutions = 6;
  return record;
}

std::string title_of(const CountRecord& record) {
  const std::string text = format_table(record);
  return text.substr(0, text.find(','));
}

bool says_more(const CountRecord& record) {
  return format_table(record).find("\n6 solutions or more in all.") != std::string::npos;
}

}  // namespace

TEST_CASE("the title of a count names the shard and an incomplete count", "[count]") {
  CountRecord record = plain_record();
  CHECK(title_of(record) == "d.txt: 2 puzzles");
  record.is_whole = false;
  CHECK(title_of(record) == "d.txt: incomplete");
  record.totals.puzzles = 1;
  CHECK(format_table(record).starts_with("d.txt: incomplete, 1 puzzle, 0 rejected"));
  CHECK(format_table(sample_record()).starts_with("dir, with comma/d.csv, shard 2/4: 25 puzzles"));
}

TEST_CASE("a sum with lower bounds is marked as a lower bound", "[count]") {
  CountRecord record = plain_record();
  CHECK(format_table(record).find("\n6 solutions in all.") != std::string::npos);
  record.totals.solutions = 1;
  CHECK(format_table(record).find("\n1 solution in all.") != std::string::npos);
  record.totals.solutions = 6;
  record.totals.capped = 1;
  CHECK(says_more(record));
  record.totals.capped = 0;
  record.totals.timeouts = 1;
  CHECK(says_more(record));
}

TEST_CASE("if every puzzle timed out, there is no sum", "[count]") {
  CountRecord record = plain_record();
  record.totals.timeouts = record.totals.puzzles;
  record.totals.solutions = 0;
  CHECK(format_table(record).ends_with("\nNo puzzle was counted completely.\n"));
}

}  // namespace sudoku
