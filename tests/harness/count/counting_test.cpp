#include "harness/count/counting.h"

#include <string>

#include "harness/count/counting_engine.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

struct Counted {
  CountRecord record;
  std::string rows;
  std::uint64_t blocks = 0;
};

/// Counts a dataset of the tree with up to 10^6 solutions per puzzle.
Counted count_multi(unsigned threads) {
  CountPlan plan;
  plan.limits.max_solutions = 0;
  plan.engine = &fastest_counting_engine(plan.limits);
  plan.threads = threads;
  plan.per_puzzle = true;
  DatasetReader reader(SUDOKU_SOURCE_DIR "/datasets/multi.txt", {});
  Counted counted;
  count_puzzles(plan, reader, 0, counted.record,
                [&counted](const CountedBlock& block, const CountRecord& record) {
                  counted.rows += block.rows;
                  ++counted.blocks;
                  CHECK(record.end_byte == block.end.byte);
                });
  return counted;
}

}  // namespace

TEST_CASE("counts do not depend on the threads and keep the order of the puzzles",
          "[count][threads]") {
  const Counted one = count_multi(1);
  CHECK(one.record.is_whole);
  CHECK(one.blocks > 1);
  CHECK(one.record.totals.puzzles == 100);
  CHECK((one.record.totals.solutions == 11'873'543));
  for (const unsigned threads : {2U, 3U}) {
    const Counted counted = count_multi(threads);
    CHECK(counted.record.is_whole);
    CHECK(counted.record.end_byte == one.record.end_byte);
    CHECK(counted.record.totals.answer_digest == one.record.totals.answer_digest);
    CHECK(counted.rows == one.rows);
  }
}

}  // namespace sudoku
