#include "harness/generate/production.h"

#include <atomic>
#include <stdexcept>

#include "tests/catch.h"

namespace sudoku {
namespace {

BoardList produced(const GeneratePlan& plan, IndexRange range, unsigned threads) {
  const std::atomic<bool> stop{false};
  BoardList puzzles;
  CHECK(produce(plan, range, threads, stop, [&puzzles](const MadePuzzles& made) {
    for (std::size_t i = 0; i < made.puzzles.size(); ++i) puzzles.push_back(made.puzzles[i]);
  }));
  return puzzles;
}

}  // namespace

TEST_CASE("threads and shards change nothing", "[production]") {
  const auto [shape, count] = GENERATE(table<Shape, std::uint64_t>(
      {{k9x9, 300}, {Shape{2, 3}, 300}, {Shape{4, 4}, 12}, {Shape{4, 5}, 4}}));
  GeneratePlan plan;
  plan.shape = shape;
  plan.goal.emplace();
  plan.goal->min_solutions = plan.goal->max_solutions = 1;
  const bool is_small = shape.side() <= 16;
  plan.goal->end = is_small ? DigEnd::at_last_cell : DigEnd::at_first_refusal;
  const BoardList puzzles = produced(plan, {0, count}, 1);
  CHECK(puzzles.size() == count);
  CHECK(produced(plan, {0, count}, 3) == puzzles);
  BoardList joined;
  for (std::uint64_t i = 0; i < 3; ++i) {
    const BoardList part = produced(plan, range_of({i, 3}, count), 2);
    for (std::size_t j = 0; j < part.size(); ++j) joined.push_back(part[j]);
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
