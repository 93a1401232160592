#include "harness/measure/scores.h"

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kTimeout = -10;  // stands for a puzzle that was begun and not answered

/// What engines took for each puzzle.
BlockSample sample_of(const std::vector<std::vector<std::int64_t>>& engines) {
  BlockSample sample;
  for (std::size_t i = 0; i < engines.front().size(); ++i) {
    sample.block.puzzles.push_back(numbered_puzzle(i));
  }
  for (const auto& times : engines) {
    EngineSample engine;
    for (const std::int64_t ns : times) {
      engine.results.emplace_back();
      engine.results.back().outcome = ns == kTimeout ? Outcome::timeout : Outcome::exhausted;
      engine.puzzle_ns.push_back(ns == kTimeout ? 1 : ns);
    }
    sample.engines.push_back(engine);
  }
  return sample;
}

}  // namespace

TEST_CASE("PAR-2 counts what was not answered as twice the timeout", "[scores]") {
  Totals totals;
  CHECK_FALSE(par2_seconds(totals, 1s));
  totals.puzzles = 4;
  totals.solved = 4;
  totals.solved_ns = 2'000'000'000;
  CHECK(par2_seconds(totals, 0s) == Approx(0.5));
  totals.solved = 3;
  CHECK(par2_seconds(totals, 3s) == Approx(2));
  CHECK_FALSE(par2_seconds(totals, 0s));
}

TEST_CASE("the virtual best engine takes the best time of each puzzle", "[scores]") {
  VirtualBest best(2);
  best.add(sample_of({{10, 20, kTimeout}, {30, 5, kTimeout}}));
  best.add(sample_of({{7}, {7}}));
  CHECK(best.totals().puzzles == 4);
  CHECK(best.totals().solved == 3);
  CHECK(best.totals().solved_ns == 10 + 5 + 7);
}

TEST_CASE("shares are of the puzzles that no other engine did faster", "[scores]") {
  VirtualBest best(3);
  best.add(sample_of({{10, 10, 10, kTimeout}, {20, 20, 10, 20}, {30, 5, 30, kTimeout}}));
  CHECK(best.share(0) == 0.5);
  CHECK(best.share(1) == 0.5);
  CHECK(best.share(2) == 0.25);
}

TEST_CASE("an engine that is timed by the block has no share", "[scores]") {
  constexpr std::int64_t kNotTimed = EngineSample::kNotTimed;
  VirtualBest best(3);
  best.add(sample_of({{10, 10}, {kNotTimed, kNotTimed}, {20, 20}}));
  CHECK(best.share(0) == 1);
  CHECK_FALSE(best.share(1));
  CHECK(best.share(2) == 0);
  CHECK(best.totals().solved_ns == 20);
}

TEST_CASE("one engine alone is not compared", "[scores]") {
  VirtualBest best(1);
  best.add(sample_of({{10, 10}}));
  CHECK_FALSE(best.share(0));
}

}  // namespace sudoku
