#include "harness/stats/rows.h"

#include <cstdint>
#include <limits>
#include <optional>

#include "harness/puzzle/digest.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

constexpr std::int64_t kNotStarted = EngineSample::kNotBegun;

SolveResult result(Outcome outcome, SolutionCount solutions, std::uint64_t guesses) {
  return {solutions, guesses, outcome, {}};
}

/// Four puzzles: solved, solved up to the limit, timed out, not started.
BlockSample mixed_block() {
  BlockSample sample;
  for (std::uint64_t i = 0; i < 4; ++i) {
    sample.block.puzzles.push_back(numbered_puzzle(i));
    sample.block.lines.push_back(i + 1);
  }
  EngineSample& engine = sample.engines.emplace_back(blank_sample(sample.block.puzzles));
  engine.results = {result(Outcome::exhausted, 1, 3), result(Outcome::solution_limit, 2, 5),
                    result(Outcome::timeout, 7, 100), result(Outcome::stopped, 0, 0)};
  engine.puzzle_ns = {10, 20, 400, kNotStarted};
  engine.wall_ns = 430;
  engine.cpu_ns = 425;
  return sample;
}

}  // namespace

TEST_CASE("a block is counted puzzle by puzzle", "[rows]") {
  const BlockSample sample = mixed_block();
  const auto totals = block_totals(sample);
  REQUIRE(totals.size() == 1);
  CHECK(totals[0].puzzles == 3);
  CHECK(static_cast<int>(totals[0].clues) == clue_count(sample.block.puzzles[0]) +
                                                 clue_count(sample.block.puzzles[1]) +
                                                 clue_count(sample.block.puzzles[2]));
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

TEST_CASE("an unsolved puzzle is counted by its outcome", "[rows]") {
  const auto totals_with = [](Outcome outcome) {
    BlockSample sample = mixed_block();
    sample.engines[0].results[0].outcome = outcome;
    return block_totals(sample)[0];
  };
  for (const Outcome outcome : {Outcome::guess_limit, Outcome::timeout, Outcome::stopped}) {
    CHECK(totals_with(outcome).timeouts == 2);
  }
  CHECK(totals_with(Outcome::failed).failed == 1);
  CHECK(totals_with(Outcome::gave_up).gave_up == 1);
  for (const Outcome outcome : {Outcome::timeout, Outcome::failed, Outcome::gave_up}) {
    const Totals totals = totals_with(outcome);
    CHECK(totals.puzzles == 3);
    CHECK(totals.timeouts == (outcome == Outcome::timeout ? 2 : 1));
    CHECK(totals.solved == 1);
    CHECK(totals.solutions == 2);
    CHECK_FALSE(has_solved_all(totals));
  }
}

TEST_CASE("sums of solutions that do not fit are lower bounds", "[rows]") {
  BlockSample sample = mixed_block();
  sample.engines[0].results[0].solutions = kMostSolutions - 1;
  Totals totals = block_totals(sample)[0];
  CHECK((totals.solutions == kMostSolutions));
  totals += totals;
  CHECK((totals.solutions == kMostSolutions));
}

TEST_CASE("guesses are known if they are known for every solved puzzle", "[rows]") {
  BlockSample sample = mixed_block();
  sample.engines[0].results[2].has_guesses = false;  // not solved
  Totals totals = block_totals(sample)[0];
  CHECK(totals.has_guesses);
  sample.engines[0].results[1].has_guesses = false;
  totals += block_totals(sample)[0];
  CHECK_FALSE(totals.has_guesses);
}

TEST_CASE("faults are counted by engine and kind", "[rows]") {
  BlockSample sample = mixed_block();
  sample.engines.push_back(sample.engines[0]);
  sample.faults = {{FaultKind::wrong, 1, 0, ""},
                   {FaultKind::disagreement, 1, 1, ""},
                   {FaultKind::disagreement, 1, 2, ""}};
  const auto totals = block_totals(sample);
  CHECK(totals[0].wrong == 0);
  CHECK(totals[0].disagreements == 0);
  CHECK(totals[1].wrong == 1);
  CHECK(totals[1].disagreements == 2);
}

TEST_CASE("totals add up member by member", "[rows]") {
  const auto filled = [](std::uint64_t unit) {
    Totals totals;
    std::uint64_t value = 0;
    for (std::uint64_t* member :
         {&totals.puzzles, &totals.solved, &totals.timeouts, &totals.skipped, &totals.wrong,
          &totals.disagreements, &totals.guesses, &totals.interfered, &totals.repeated,
          &totals.blocks, &totals.switches, &totals.answer_digest, &totals.failed,
          &totals.gave_up}) {
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
  sum.clues = 24;
  Totals one = filled(1);
  one.solutions = SolutionCount{1} << 100;
  one.clues = 17;
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
  CHECK(sum.failed == 1313);
  CHECK(sum.clues == 41);
  CHECK(sum.gave_up == 1414);
  CHECK(sum.wall_ns == 1515);
  CHECK(sum.cpu_ns == 1616);
  CHECK(sum.interfered_ns == 1717);
  CHECK(sum.solved_ns == 1818);
  CHECK((sum.solutions == (SolutionCount{1} << 100) + 700));
}

TEST_CASE("the memory of the sum is the maximum of the parts", "[rows]") {
  const auto of_bytes = [](std::optional<std::uint64_t> bytes) {
    Totals totals;
    totals.peak_bytes = bytes;
    return totals;
  };
  Totals sum;
  CHECK(sum.peak_bytes == std::nullopt);
  for (const auto bytes : {std::optional<std::uint64_t>(20), std::optional<std::uint64_t>(30),
                           std::optional<std::uint64_t>(), std::optional<std::uint64_t>(10)}) {
    sum += of_bytes(bytes);
  }
  CHECK(sum.peak_bytes == 30);
}

TEST_CASE("measurements add up if they are known for all started puzzles", "[rows]") {
  const auto of = [](std::uint64_t puzzles, std::optional<std::uint64_t> count) {
    Totals totals;
    totals.puzzles = puzzles;
    for (const auto event : kEvents) totals.events.*event = count;
    totals.scaled = count ? 1 : 0;
    totals.package_uj = count;
    return totals;
  };
  Totals sum;
  CHECK(sum.events == EventCounts{});
  sum += of(0, {});
  sum += of(2, 20);
  sum += of(0, {});  // skipped because of a limit
  sum += of(1, 7);
  CHECK(sum.events == EventCounts{27, 27, 27, 27, 27});
  CHECK(sum.scaled == 2);
  CHECK(sum.package_uj == 27);
  sum += of(1, {});
  sum += of(1, 7);
  CHECK(sum.events == EventCounts{});
  CHECK(sum.package_uj == std::nullopt);
}

TEST_CASE("a sum of guesses is capped", "[rows]") {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  BlockSample sample = mixed_block();
  for (SolveResult& result : sample.engines[0].results) result.guesses = kMost - 1;
  Totals totals = block_totals(sample)[0];
  CHECK(totals.guesses == kMost);
  totals += totals;
  CHECK(totals.guesses == kMost);
}

TEST_CASE("puzzles solved in one call have the time of their block", "[rows]") {
  BlockSample sample = mixed_block();
  sample.engines[0].puzzle_ns = {EngineSample::kNotTimed, EngineSample::kNotTimed,
                                 EngineSample::kNotTimed, kNotStarted};
  const Totals totals = block_totals(sample)[0];
  CHECK(totals.puzzles == 3);
  CHECK(totals.solved == 2);
  CHECK(totals.solved_ns == 430);
}

TEST_CASE("the rate includes the time of unsolved puzzles", "[rows]") {
  Totals totals;
  totals.puzzles = 600;  // a hundred were not solved
  totals.solved = 500;
  totals.wall_ns = 2'000'000'000;
  CHECK(puzzles_per_second(totals, 1) == 250);
  CHECK(puzzles_per_second(totals, 4) == 1000);  // wall_ns is summed over the threads
}

TEST_CASE("the rate is 0 without a time", "[rows]") {
  Totals totals;
  totals.puzzles = totals.solved = 5;
  CHECK(puzzles_per_second(totals, 1) == 0);
}

TEST_CASE("outcomes have the run status of ASlib", "[rows]") {
  SolveResult result;
  for (const Outcome outcome : {Outcome::exhausted, Outcome::solution_limit}) {
    result.outcome = outcome;
    CHECK(runstatus_of(result, true) == "ok");
  }
  for (const Outcome outcome : {Outcome::guess_limit, Outcome::timeout, Outcome::stopped}) {
    result.outcome = outcome;
    CHECK(runstatus_of(result, true) == "timeout");
  }
  CHECK(runstatus_of(result, false) == "other");
}

}  // namespace sudoku
