#include "harness/tables/count_table.h"

#include "tests/catch.h"

namespace sudoku {
namespace {

/// Returns a count of two puzzles with 1 and 5 solutions.
CountResult plain_count() {
  CountResult count;
  count.dataset.path = "d.txt";
  count.row.totals.puzzles = count.row.totals.solved = 2;
  count.row.totals.histogram.add(1);
  count.row.totals.histogram.add(5);
  count.row.totals.solutions = 6;
  return count;
}

bool has(const CountResult& count, const std::string& text) {
  return format_table(count).find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("the title of a count names the shard and an incomplete count", "[count]") {
  CountResult count = plain_count();
  CHECK(format_table(count).starts_with("d.txt: 2 puzzles, 0 rejected, digest 0000000000000000\n"));
  count.is_whole = false;
  count.shard = {2, 4};
  count.row.totals.puzzles = 1;
  CHECK(format_table(count).starts_with("d.txt, shard 2/4: incomplete, 1 puzzle, 0 rejected"));
}

TEST_CASE("a sum with lower bounds is marked as a lower bound", "[count]") {
  CountResult count = plain_count();
  CHECK(has(count, "\n6 solutions in all."));
  CHECK_FALSE(has(count, "timeout"));
  count.row.totals.solutions = 1;
  CHECK(has(count, "\n1 solution in all."));
  count.row.totals.timeouts = 1;
  CHECK(has(count, "\n1 solution or more in all."));
  CHECK(has(count, "timeout"));
  count.row.totals.timeouts = 0;
  count.row.totals.solved = 3;
  count.row.key.max_solutions = 7;
  CHECK(has(count, "\n1 solution or more in all."));
  CHECK(has(count, "  7 or more             1\n"));
}

TEST_CASE("if every puzzle timed out, there is no sum", "[count]") {
  CountResult count = plain_count();
  count.row.totals = {};
  count.row.totals.puzzles = count.row.totals.timeouts = 2;
  CHECK(format_table(count).ends_with("\nNo puzzle was counted completely.\n"));
}

}  // namespace sudoku
