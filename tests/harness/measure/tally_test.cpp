#include "harness/measure/tally.h"

#include <cmath>
#include <optional>
#include <vector>

#include "harness/dataset/digest.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

constexpr std::int64_t kNotBegun = EngineSample::kNotBegun;

SolveResult result(Outcome outcome, SolutionCount solutions, std::uint64_t guesses) {
  return {solutions, guesses, outcome, {}};
}

/// Four puzzles: answered, answered at the limit, cut short, not begun.
BlockSample mixed_block() {
  BlockSample sample;
  for (std::uint64_t i = 0; i < 4; ++i) {
    sample.block.puzzles.push_back(numbered_puzzle(i));
    sample.block.lines.push_back(i + 1);
  }
  sample.engines = {{{result(Outcome::exhausted, 1, 3), result(Outcome::solution_limit, 2, 5),
                      result(Outcome::timeout, 7, 100), result(Outcome::stopped, 0, 0)},
                     {10, 20, 400, kNotBegun},
                     430,
                     425}};
  return sample;
}

/// A tally with these wall times a puzzle in its blocks.
EngineTally tally_of(const std::vector<std::optional<double>>& wall_ns) {
  EngineTally tally;
  for (const auto& ns : wall_ns) {
    tally.blocks.push_back(ns ? std::optional(BlockTime{*ns, 0}) : std::nullopt);
  }
  return tally;
}

}  // namespace

TEST_CASE("a block is counted puzzle by puzzle", "[tally]") {
  const BlockSample sample = mixed_block();
  const auto totals = count_block(sample);
  REQUIRE(totals.size() == 1);
  CHECK(totals[0].puzzles == 3);
  CHECK(totals[0].solved == 2);
  CHECK(totals[0].timeouts == 1);
  CHECK(totals[0].skipped == 1);
  CHECK(totals[0].solutions == 3);
  CHECK(totals[0].guesses == 8);
  CHECK(totals[0].wall_ns == 430);
  CHECK(totals[0].cpu_ns == 425);
  CHECK(totals[0].solved_ns == 30);
  CHECK(totals[0].answer_digest ==
        answer_hash(sample.block.puzzles[0], 1) + answer_hash(sample.block.puzzles[1], 2));
}

TEST_CASE("every end that is no answer counts as a timeout", "[tally]") {
  for (const Outcome outcome : {Outcome::guess_limit, Outcome::timeout, Outcome::stopped}) {
    BlockSample sample = mixed_block();
    sample.engines[0].results[0].outcome = outcome;
    const Totals totals = count_block(sample)[0];
    CHECK(totals.timeouts == 2);
    CHECK(totals.solved == 1);
    CHECK(totals.solutions == 2);
  }
}

TEST_CASE("a breakdown is no timeout", "[tally]") {
  BlockSample sample = mixed_block();
  sample.engines[0].results[0].outcome = Outcome::failed;
  const Totals totals = count_block(sample)[0];
  CHECK(totals.puzzles == 3);
  CHECK(totals.solved == 1);
  CHECK(totals.timeouts == 1);
}

TEST_CASE("faults are counted at their engine and by their kind", "[tally]") {
  BlockSample sample = mixed_block();
  sample.engines.push_back(sample.engines[0]);
  sample.faults = {{FaultKind::wrong, 1, 0, ""},
                   {FaultKind::disagreement, 1, 1, ""},
                   {FaultKind::disagreement, 1, 2, ""}};
  const auto totals = count_block(sample);
  CHECK(totals[0].wrong == 0);
  CHECK(totals[0].disagreements == 0);
  CHECK(totals[1].wrong == 1);
  CHECK(totals[1].disagreements == 2);
}

TEST_CASE("totals add up member by member", "[tally]") {
  const auto filled = [](std::uint64_t unit) {
    Totals totals;
    std::uint64_t value = 0;
    for (std::uint64_t* member :
         {&totals.puzzles, &totals.solved, &totals.timeouts, &totals.skipped, &totals.wrong,
          &totals.disagreements, &totals.guesses, &totals.interfered, &totals.repeated,
          &totals.blocks, &totals.switches, &totals.answer_digest}) {
      *member = unit * ++value;
    }
    for (std::int64_t* member :
         {&totals.wall_ns, &totals.cpu_ns, &totals.interfered_ns, &totals.solved_ns}) {
      *member = static_cast<std::int64_t>(unit * ++value);
    }
    return totals;
  };
  Totals sum = filled(100);
  sum.solutions = 700;
  Totals one = filled(1);
  one.solutions = SolutionCount{1} << 100;
  one.answer_digest = ~std::uint64_t{0};
  sum += one;
  CHECK(sum.puzzles == 101);
  CHECK(sum.solved == 202);
  CHECK(sum.timeouts == 303);
  CHECK(sum.skipped == 404);
  CHECK(sum.wrong == 505);
  CHECK(sum.disagreements == 606);
  CHECK(sum.guesses == 707);
  CHECK(sum.interfered == 808);
  CHECK(sum.repeated == 909);
  CHECK(sum.blocks == 1010);
  CHECK(sum.switches == 1111);
  CHECK(sum.answer_digest == 1199);  // modulo 2^64
  CHECK(sum.wall_ns == 1313);
  CHECK(sum.cpu_ns == 1414);
  CHECK(sum.interfered_ns == 1515);
  CHECK(sum.solved_ns == 1616);
  CHECK((sum.solutions == (SolutionCount{1} << 100) + 700));
}

TEST_CASE("latencies are those of answered puzzles", "[tally]") {
  const BlockSample sample = mixed_block();
  EngineTally tally;
  tally.add(sample.engines[0], count_block(sample)[0]);
  CHECK(tally.latencies.quantile(0.5) == 10);
  CHECK(tally.latencies.max() == 20);
}

TEST_CASE("a block has a time only if no puzzle was left out", "[tally]") {
  BlockSample sample = mixed_block();
  EngineTally tally;
  tally.add(sample.engines[0], count_block(sample)[0]);
  sample.engines[0].puzzle_ns[3] = 70;  // begun after all
  sample.engines[0].wall_ns = 500;
  tally.add(sample.engines[0], count_block(sample)[0]);
  REQUIRE(tally.blocks.size() == 2);
  CHECK_FALSE(tally.blocks[0]);
  REQUIRE(tally.blocks[1]);
  CHECK(tally.blocks[1]->wall_ns == 125);
  CHECK(tally.blocks[1]->cpu_ns == 425.0 / 4);
  CHECK(tally.block_wall_ns() == std::vector<double>{125});
  CHECK(tally.totals.puzzles == 7);
}

TEST_CASE("puzzles solved together have the time of their block", "[tally]") {
  BlockSample sample = mixed_block();
  sample.engines[0].puzzle_ns = {EngineSample::kNotTimed, EngineSample::kNotTimed,
                                 EngineSample::kNotTimed, kNotBegun};
  const Totals totals = count_block(sample)[0];
  CHECK(totals.puzzles == 3);
  CHECK(totals.solved == 2);
  CHECK(totals.solved_ns == 430);
  EngineTally tally;
  tally.add(sample.engines[0], totals);
  CHECK_FALSE(tally.latencies.max());
}

TEST_CASE("a further repetition adds everything but the answer digest", "[tally]") {
  const BlockSample sample = mixed_block();
  const Totals totals = count_block(sample)[0];
  EngineTally tally;
  tally.add(sample.engines[0], totals);
  const EngineTally repetition = tally;
  tally.merge(repetition);
  CHECK(tally.totals.puzzles == 6);
  CHECK(tally.totals.wall_ns == 860);
  CHECK(tally.totals.answer_digest == totals.answer_digest);
  CHECK(tally.blocks.size() == 3);  // the order of turns begins anew after two
  CHECK(tally.latencies.quantile(0.6) == 20);
}

TEST_CASE("another part of the dataset adds everything, its blocks in their turns", "[tally]") {
  EngineTally tally = tally_of({10.0, 20.0, 30.0});
  tally.totals.answer_digest = 5;
  EngineTally part = tally_of({40.0});
  part.totals.answer_digest = 7;
  part.totals.puzzles = 2;
  part.latencies.add(3);
  tally.join(part);
  CHECK(tally.totals.answer_digest == 12);
  CHECK(tally.totals.puzzles == 2);
  CHECK(tally.latencies.max() == 3);
  REQUIRE(tally.blocks.size() == 5);
  CHECK_FALSE(tally.blocks[3]);
  CHECK(tally.blocks[4]->wall_ns == 40);
}

TEST_CASE("the speed ratio is the median over blocks that are averaged two by two", "[tally]") {
  const auto ratio = speed_ratio(tally_of({10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0}),
                                 tally_of({20.0, 80.0, 5.0, 5.0, 40.0, 10.0, 990.0}));
  CHECK(ratio.blocks == 6);
  REQUIRE(ratio.times);
  CHECK(ratio.times->median == Approx(2));
  CHECK_FALSE(ratio.times->interval);
}

TEST_CASE("what the place in the order does to an engine cancels out", "[tally]") {
  EngineTally engine;
  EngineTally baseline;
  for (int i = 0; i < 12; ++i) {
    engine.blocks.push_back(BlockTime{i % 2 == 0 ? 11.0 : 10.0, 0});
    baseline.blocks.push_back(BlockTime{i % 2 == 0 ? 10.0 : 11.0, 0});
  }
  const auto ratio = speed_ratio(engine, baseline);
  REQUIRE(ratio.times->interval);
  CHECK(ratio.times->interval->low == Approx(1));
  CHECK(ratio.times->interval->high == Approx(1));
}

TEST_CASE("the speed ratio has an interval from twelve blocks up", "[tally]") {
  const EngineTally engine = tally_of(std::vector<std::optional<double>>(12, 10.0));
  const auto ratio = speed_ratio(engine, tally_of({10.0, 10.0, 20.0, 20.0, 40.0, 40.0, 80.0, 80.0,
                                                   160.0, 160.0, 320.0, 320.0}));
  REQUIRE(ratio.times);
  CHECK(ratio.times->median == Approx(std::sqrt(4.0 * 8.0)));
  REQUIRE(ratio.times->interval);
  CHECK(ratio.times->interval->low == Approx(1));
  CHECK(ratio.times->interval->high == Approx(32));
}

TEST_CASE("engines are compared over blocks that both completed", "[tally]") {
  const auto ratio = speed_ratio(tally_of({10.0, std::nullopt, 10.0, 0.0}),
                                 tally_of({30.0, 1.0, std::nullopt, 9.0}));
  CHECK(ratio.blocks == 1);
  CHECK(ratio.times->median == Approx(3));
  const auto none = speed_ratio(tally_of({std::nullopt}), tally_of({1.0, 1.0}));
  CHECK(none.blocks == 0);
  CHECK_FALSE(none.times);
}

TEST_CASE("CPU times are compared where both are known", "[tally]") {
  CHECK(ratio_of({100, 30}, {200, 10}) == 3);
  CHECK(ratio_of({100, 30}, {200, 0}) == 0.5);
  CHECK_FALSE(ratio_of({0, 0}, {200, 0}));
  CHECK_FALSE(ratio_of({100, 0}, {0, 0}));
}

}  // namespace sudoku
