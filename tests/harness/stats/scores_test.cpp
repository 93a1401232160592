#include "harness/stats/scores.h"

#include <initializer_list>

#include "engines/random.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kTimeout = -10;  // a puzzle that was started and not solved

/// Times of the engines for each puzzle.
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

/// Adds a block that begins with puzzle `first`; `answers`: which puzzles were solved.
void add(SuccessCounts& counts, std::uint64_t first, std::initializer_list<bool> answers,
         std::size_t isomorphs = 1) {
  PuzzleBlock block;
  block.first_index = first;
  block.isomorphs = isomorphs;
  for (std::size_t i = 0; i < answers.size(); ++i) block.puzzles.push_back(numbered_puzzle(i));
  EngineSample sample = blank_sample(block.puzzles);
  std::size_t i = 0;
  for (const bool is_solved : answers) {
    sample.results[i++].outcome = is_solved ? Outcome::solution_limit : Outcome::gave_up;
  }
  counts.add(block, sample);
}

}  // namespace

TEST_CASE("PAR-2 counts an unsolved puzzle as twice the timeout", "[scores]") {
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
  totals.skipped = 1;  // counts, too
  CHECK(par2_seconds(totals, 3s) == Approx(2));
  CHECK_FALSE(par2_seconds(totals, 0s));
}

TEST_CASE(
    "the virtual best engine takes the best time of each puzzle, and the share is the part of "
    "the puzzles that no other engine solved faster",
    "[scores]") {
  struct Case {
    std::vector<std::vector<std::vector<std::int64_t>>> blocks;
    std::optional<double> sum_s;  ///< of PAR-2 over the puzzles, with a timeout of a second
    std::vector<std::optional<double>> shares;
  };
  constexpr std::int64_t kNotTimed = EngineSample::kNotTimed;  // it is timed by block
  const Case cases[] = {
      {{{{10, 20, kTimeout}, {30, 5, kTimeout}}, {{7}, {7}}}, 2 + 22e-9, {0.5, 0.5}},
      {{{{10, 10, 10, kTimeout}, {20, 20, 10, 20}, {30, 5, 30, kTimeout}}},
       45e-9,
       {0.5, 0.5, 0.25}},
      {{{{10, 10}, {kNotTimed, kNotTimed}, {20, 20}}}, 20e-9, {1, {}, 0}},
      // Too many engines.
      {{std::vector<std::vector<std::int64_t>>(65, {10})},
       {},
       std::vector<std::optional<double>>(65)}};
  for (const auto& [blocks, sum_s, shares] : cases) {
    VirtualBest best(shares.size());
    for (const auto& block : blocks) best.add(sample_of(block));
    const auto score = best.score(std::vector<bool>(shares.size()), 1s);
    CHECK(score.shares == shares);
    if (sum_s) CHECK(score.par2_s == Approx(*sum_s / static_cast<double>(score.puzzles)));
  }
}

TEST_CASE("scores do not depend on excluded engines", "[scores]") {
  constexpr std::size_t kEngines = 4;
  std::vector<std::vector<std::int64_t>> times(kEngines);
  Random random(1);
  for (auto& of_engine : times) {
    for (int i = 0; i < 200; ++i) {
      const auto ns = static_cast<std::int64_t>(random.below(8));
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
    const auto score = all.score(is_left_out, 1s);
    CHECK(score.puzzles == 200);
    if (others.empty()) {
      CHECK(score.par2_s == Approx(2));
      continue;
    }
    VirtualBest alone(others.size());
    alone.add(sample_of(others));
    const auto expected = alone.score(std::vector<bool>(others.size()), 1s);
    CHECK(score.par2_s == expected.par2_s);
    for (std::size_t i = 0, other = 0; i < kEngines; ++i) {
      CHECK(score.shares[i] == (is_left_out[i] ? std::nullopt : expected.shares[other++]));
    }
  }
}

TEST_CASE("a faulty answer is never the best", "[scores]") {
  VirtualBest best(2);
  BlockSample sample = sample_of({{1, 10}, {20, 20}});
  sample.faults = {{FaultKind::disagreement, 0, 0, ""}};
  best.add(sample);
  const auto score = best.score({false, false}, 0s);
  CHECK(score.par2_s == Approx(1e-9 * (20 + 10) / 2));
  CHECK(score.shares[0] == 0.5);
  CHECK(score.shares[1] == 0.5);
}

TEST_CASE("successes are counted by puzzle, over blocks, repetitions and isomorphs", "[scores]") {
  SuccessCounts counts;
  CHECK(counts.squares() == 0);
  add(counts, 2, {true, false});
  add(counts, 0, {true, true});
  CHECK(counts.squares() == 3);
  add(counts, 0, {true, false, true, false});
  CHECK(counts.squares() == 2 * 2 + 1 + 2 * 2);
  SuccessCounts of_isomorphs;
  add(of_isomorphs, 5, {true, true, true, false, false, true}, 3);
  CHECK(of_isomorphs.squares() == 3 * 3 + 1);
}

TEST_CASE("the score of a dataset is the mean of its parts, weighted by puzzles", "[scores]") {
  const VirtualBestScore parts[] = {{30, 2.0, {0.5, 1.0, std::nullopt}},
                                    {10, 6.0, {0.1, std::nullopt, std::nullopt}},
                                    {0, std::nullopt, {std::nullopt, std::nullopt, std::nullopt}}};
  const VirtualBestScore whole = pooled(parts);
  CHECK(whole.puzzles == 40);
  CHECK(whole.par2_s == Approx(3));
  CHECK(whole.shares[0] == Approx(0.4));
  CHECK_FALSE(whole.shares[1]);
  CHECK_FALSE(whole.shares[2]);
}

}  // namespace sudoku
