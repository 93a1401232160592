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
  totals.puzzles = 3;
  totals.skipped = 1;  // asked for, too
  CHECK(par2_seconds(totals, 3s) == Approx(2));
  CHECK_FALSE(par2_seconds(totals, 0s));
}

TEST_CASE("the virtual best engine takes the best time of each puzzle", "[scores]") {
  VirtualBest best(2);
  best.add(sample_of({{10, 20, kTimeout}, {30, 5, kTimeout}}));
  best.add(sample_of({{7}, {7}}));
  const Totals totals = best.score({false, false}).totals;
  CHECK(totals.puzzles == 4);
  CHECK(totals.solved == 3);
  CHECK(totals.solved_ns == 10 + 5 + 7);
}

TEST_CASE("shares are of the puzzles that no other engine did faster", "[scores]") {
  VirtualBest best(3);
  best.add(sample_of({{10, 10, 10, kTimeout}, {20, 20, 10, 20}, {30, 5, 30, kTimeout}}));
  const auto shares = best.score({false, false, false}).shares;
  CHECK(shares[0] == 0.5);
  CHECK(shares[1] == 0.5);
  CHECK(shares[2] == 0.25);
}

TEST_CASE("an engine that is timed by the block has no share", "[scores]") {
  constexpr std::int64_t kNotTimed = EngineSample::kNotTimed;
  VirtualBest best(3);
  best.add(sample_of({{10, 10}, {kNotTimed, kNotTimed}, {20, 20}}));
  const auto score = best.score({false, false, false});
  CHECK(score.shares[0] == 1);
  CHECK_FALSE(score.shares[1]);
  CHECK(score.shares[2] == 0);
  CHECK(score.totals.solved_ns == 20);
}

TEST_CASE("one engine alone is not compared", "[scores]") {
  VirtualBest best(1);
  best.add(sample_of({{10, 10}}));
  CHECK_FALSE(best.score({false}).shares[0]);
}

TEST_CASE("an engine that was wrong has no score", "[scores]") {
  const std::vector<std::vector<std::int64_t>> times = {
      {1, 1, 40, 1, kTimeout, 7}, {20, 30, 40, kTimeout, 5, 7}, {30, 20, 40, kTimeout, 5, 8}};
  VirtualBest all(3);
  all.add(sample_of(times));
  VirtualBest honest(2);
  honest.add(sample_of({times[1], times[2]}));
  const auto left = all.score({true, false, false});
  const auto expected = honest.score({false, false});
  CHECK(left.totals.puzzles == expected.totals.puzzles);
  CHECK(left.totals.solved == expected.totals.solved);
  CHECK(left.totals.solved_ns == expected.totals.solved_ns);
  CHECK_FALSE(left.shares[0]);
  CHECK(left.shares[1] == expected.shares[0]);
  CHECK(left.shares[2] == expected.shares[1]);
  CHECK_FALSE(all.score({true, true, false}).shares[2]);
  CHECK(all.score({true, true, true}).totals.solved == 0);
}

TEST_CASE("whoever is left out, the score is that of the others alone", "[scores]") {
  constexpr std::size_t kEngines = 4;
  std::vector<std::vector<std::int64_t>> times(kEngines);
  std::uint64_t state = 1;
  for (auto& of_engine : times) {
    for (int i = 0; i < 200; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      const auto ns = static_cast<std::int64_t>(state >> 61);
      of_engine.push_back(ns == 0 ? kTimeout : ns);
    }
  }
  VirtualBest all(kEngines);
  all.add(sample_of(times));
  for (unsigned set = 0; set < 1U << kEngines; ++set) {
    INFO("set " << set);
    std::vector<std::vector<std::int64_t>> others;
    std::vector<bool> is_left_out(kEngines);
    for (std::size_t i = 0; i < kEngines; ++i) {
      is_left_out[i] = (set >> i & 1U) != 0;
      if (!is_left_out[i]) others.push_back(times[i]);
    }
    if (others.empty()) continue;
    VirtualBest alone(others.size());
    alone.add(sample_of(others));
    const auto expected = alone.score(std::vector<bool>(others.size()));
    const auto score = all.score(is_left_out);
    CHECK(score.totals.solved == expected.totals.solved);
    CHECK(score.totals.solved_ns == expected.totals.solved_ns);
    for (std::size_t i = 0, other = 0; i < kEngines; ++i) {
      if (!is_left_out[i]) CHECK(score.shares[i] == expected.shares[other++]);
    }
  }
}

TEST_CASE("a faulty answer is nobody's best", "[scores]") {
  VirtualBest best(2);
  BlockSample sample = sample_of({{1, 10}, {20, 20}});
  sample.faults = {{FaultKind::disagreement, 0, 0, ""}};
  best.add(sample);
  const auto score = best.score({false, false});
  CHECK(score.totals.solved_ns == 20 + 10);
  CHECK(score.shares[0] == 0.5);
  CHECK(score.shares[1] == 0.5);
}

TEST_CASE("more engines than can be told apart have no virtual best", "[scores]") {
  VirtualBest best(65);
  best.add(sample_of(std::vector<std::vector<std::int64_t>>(65, {10})));
  const auto score = best.score(std::vector<bool>(65));
  CHECK_FALSE(score.shares[0]);
}

}  // namespace sudoku
