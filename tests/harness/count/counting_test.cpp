#include "harness/count/counting.h"

#include "harness/count/counting_engine.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

struct Counted {
  Totals totals;
  std::string rows;
  std::uint64_t blocks = 0;
  bool is_whole = false;
};

/// Counts a dataset of the tree with up to 10^6 solutions per puzzle.
Counted count_multi(unsigned threads) {
  const std::vector<std::string> engines = {"any"};
  CountPlan plan;
  plan.limits.max_solutions = 0;
  plan.engine = &fastest_counting_engine(plan.limits);
  plan.threads = threads;
  plan.per_puzzle = true;
  plan.names = {engines, "multi", 0};
  DatasetReader reader(SUDOKU_SOURCE_DIR "/datasets/multi.txt", {});
  Counted counted;
  counted.is_whole = count_puzzles(plan, reader, [&counted](const CountedBlock& block) {
    REQUIRE(block.rows.size() == 1);
    CHECK(block.rows[0].first_puzzle == counted.totals.puzzles);
    counted.totals += block.rows[0].totals;
    counted.rows += block.puzzle_rows;
    ++counted.blocks;
  });
  return counted;
}

PuzzleBlock numbered_block(std::uint64_t first, std::uint64_t count) {
  PuzzleBlock block;
  for (std::uint64_t i = first; i < first + count; ++i) {
    block.puzzles.push_back(numbered_puzzle(i));
    block.lines.push_back(i + 1);
  }
  return block;
}

std::vector<std::uint64_t> sampled_lines(std::uint64_t seed, std::size_t block_size) {
  CountSample sample(10, seed);
  for (std::uint64_t first = 0; first < 1000; first += block_size) {
    const PuzzleBlock block = numbered_block(first, block_size);
    sample.add(block, std::vector<SolveResult>(block.puzzles.size()));
  }
  std::vector<std::uint64_t> lines;
  for (const auto& entry : sample.entries()) lines.push_back(entry.line);
  return lines;
}

}  // namespace

TEST_CASE("counts do not depend on the threads and keep the order of the puzzles",
          "[count][threads]") {
  const Counted one = count_multi(1);
  CHECK(one.is_whole);
  CHECK(one.blocks > 1);
  CHECK(one.totals.puzzles == 100);
  CHECK((one.totals.solutions == 11'873'543));
  for (const unsigned threads : {2U, 3U}) {
    const Counted counted = count_multi(threads);
    CHECK(counted.is_whole);
    CHECK(counted.totals.answer_digest == one.totals.answer_digest);
    CHECK(counted.rows == one.rows);
  }
}

TEST_CASE("the sample of counts depends on the seed and the puzzles alone", "[count][threads]") {
  const auto lines = sampled_lines(1, 100);
  CHECK(lines.size() == 10);
  CHECK(std::is_sorted(lines.begin(), lines.end()));
  CHECK(lines == sampled_lines(1, 8));
  CHECK(lines != sampled_lines(2, 100));
}

TEST_CASE("a count that differs from the other engine is detected", "[count][threads]") {
  PuzzleBlock block = numbered_block(0, 3);
  for (std::size_t i = 0; i < 3; ++i) block.puzzles.set(i, kFive);
  std::vector<SolveResult> results(3);
  results[0].solutions = 5;
  results[1].solutions = 6;
  results[2].solutions = 9;  // a lower bound, but more than there are
  results[2].outcome = Outcome::timeout;
  CountSample sample(3, 1);
  sample.add(block, results);
  SolveLimits limits;
  limits.max_solutions = 0;
  const Recount recount = count_again(sample.entries(), *find_engine("dlx"), limits, 2);
  CHECK(recount.checked == 2);
  CHECK(recount.undecided == 1);
  REQUIRE(recount.differences.size() == 2);
  CHECK(recount.differences[0].entry.line == 2);
  CHECK(recount.differences[0].solutions == 5);
  CHECK(recount.differences[1].entry.line == 3);
}

}  // namespace sudoku
