#include "harness/generate/production.h"

#include <atomic>
#include <stdexcept>
#include <vector>

#include "tests/catch.h"

namespace sudoku {
namespace {

std::vector<Grid> produced(const GeneratePlan& plan, IndexRange range, unsigned threads) {
  const std::atomic<bool> stop{false};
  std::vector<Grid> puzzles;
  CHECK(produce(plan, range, threads, stop, [&puzzles](const MadePuzzles& made) {
    puzzles.insert(puzzles.end(), made.puzzles.begin(), made.puzzles.end());
  }));
  return puzzles;
}

}  // namespace

TEST_CASE("threads and shards change nothing", "[production]") {
  GeneratePlan plan;
  plan.goal.emplace();
  plan.goal->min_solutions = plan.goal->max_solutions = 1;
  plan.goal->end = DigEnd::at_last_cell;
  const std::vector<Grid> puzzles = produced(plan, {0, 300}, 1);
  CHECK(puzzles.size() == 300);
  CHECK(produced(plan, {0, 300}, 3) == puzzles);
  std::vector<Grid> joined;
  for (std::uint64_t i = 0; i < 3; ++i) {
    for (const Grid& puzzle : produced(plan, range_of({i, 3}, 300), 2)) joined.push_back(puzzle);
  }
  CHECK(joined == puzzles);
}

TEST_CASE("a stop ends production, and so does a sink that throws", "[production]") {
  std::atomic<bool> stop{false};
  CHECK_FALSE(produce({}, {0, 10'000}, 2, stop, [&stop](const MadePuzzles&) { stop = true; }));
  stop = false;
  const auto failing = [](const MadePuzzles&) { throw std::runtime_error("full"); };
  CHECK_THROWS_AS(produce({}, {0, 10'000}, 2, stop, failing), std::runtime_error);
}

}  // namespace sudoku
