#include "harness/stats/rows.h"

#include <limits>

#include "harness/puzzle/digest.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

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
  engine.puzzle_ns = {10, 20, 400, EngineSample::kNotStarted};
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
  for (const auto& [outcome, member] :
       {std::pair(Outcome::guess_limit, &Totals::timeouts),
        std::pair(Outcome::timeout, &Totals::timeouts),
        std::pair(Outcome::stopped, &Totals::timeouts), std::pair(Outcome::failed, &Totals::failed),
        std::pair(Outcome::gave_up, &Totals::gave_up)}) {
    BlockSample sample = mixed_block();
    const Totals before = block_totals(sample)[0];
    sample.engines[0].results[0].outcome = outcome;
    const Totals totals = block_totals(sample)[0];
    CHECK(totals.*member == before.*member + 1);
    CHECK(totals.timeouts + totals.failed + totals.gave_up == before.timeouts + 1);
    CHECK(totals.puzzles == 3);
    CHECK(totals.solved == 1);
    CHECK(totals.solutions == 2);
    CHECK_FALSE(has_solved_all(totals));
  }
}

TEST_CASE("sums that do not fit are capped", "[rows]") {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  BlockSample sample = mixed_block();
  sample.engines[0].results[0].solutions = kMostSolutions - 1;
  for (SolveResult& result : sample.engines[0].results) result.guesses = kMost - 1;
  Totals totals = block_totals(sample)[0];
  for (int i = 0; i < 2; ++i) {
    CHECK((totals.solutions == kMostSolutions));
    CHECK(totals.guesses == kMost);
    totals += totals;
  }
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
  constexpr std::uint64_t Totals::*kCounts[] = {
      &Totals::puzzles,       &Totals::clues,      &Totals::solved,   &Totals::timeouts,
      &Totals::gave_up,       &Totals::failed,     &Totals::skipped,  &Totals::wrong,
      &Totals::disagreements, &Totals::interfered, &Totals::repeated, &Totals::blocks,
      &Totals::switches,      &Totals::guesses,    &Totals::scaled,   &Totals::answer_digest};
  constexpr std::int64_t Totals::*kTimes[] = {
      &Totals::wall_ns,       &Totals::cpu_ns,  &Totals::time_ns,  &Totals::error_ns,
      &Totals::interfered_ns, &Totals::lost_ns, &Totals::solved_ns};
  Totals a;
  Totals b;
  std::uint8_t value = 0;
  for (Totals* totals : {&a, &b}) {
    for (const auto member : kCounts) totals->*member = ++value;
    for (const auto member : kTimes) totals->*member = ++value;
  }
  a.solutions = 700;
  b.solutions = SolutionCount{1} << 100;
  b.answer_digest = ~std::uint64_t{0};  // it is added modulo 2^64
  Totals sum = a;
  sum += b;
  for (const auto member : kCounts) CHECK(sum.*member == a.*member + b.*member);
  for (const auto member : kTimes) CHECK(sum.*member == a.*member + b.*member);
  CHECK((sum.solutions == (SolutionCount{1} << 100) + 700));
}

TEST_CASE("the memory of the sum is the maximum of the parts", "[rows]") {
  Totals sum;
  CHECK(sum.peak_bytes == std::nullopt);
  for (const std::uint64_t bytes : {20U, 30U, 0U, 10U}) {
    Totals totals;
    if (bytes > 0) totals.peak_bytes = bytes;
    sum += totals;
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

TEST_CASE("puzzles solved in one call have the time of their block", "[rows]") {
  BlockSample sample = mixed_block();
  sample.engines[0].puzzle_ns = {EngineSample::kNotTimed, EngineSample::kNotTimed,
                                 EngineSample::kNotTimed, EngineSample::kNotStarted};
  const Totals totals = block_totals(sample)[0];
  CHECK(totals.puzzles == 3);
  CHECK(totals.solved == 2);
  CHECK(totals.solved_ns == 430);
}

TEST_CASE("the rate includes the time of unsolved puzzles", "[rows]") {
  Totals totals;
  totals.puzzles = 600;  // a hundred were not solved
  totals.solved = 500;
  CHECK(puzzles_per_second(totals, 1) == 0);
  totals.time_ns = 2'000'000'000;
  CHECK(puzzles_per_second(totals, 1) == 250);
  CHECK(puzzles_per_second(totals, 4) == 1000);  // time_ns is summed over the threads
}

TEST_CASE("outcomes have the run status of ASlib", "[rows]") {
  SolveResult result;
  for (const auto& [outcome, status] :
       {std::pair(Outcome::exhausted, "ok"), std::pair(Outcome::solution_limit, "ok"),
        std::pair(Outcome::guess_limit, "timeout"), std::pair(Outcome::timeout, "timeout"),
        std::pair(Outcome::stopped, "timeout"), std::pair(Outcome::gave_up, "gave_up"),
        std::pair(Outcome::failed, "crash")}) {
    result.outcome = outcome;
    CHECK(to_string(runstatus_of(result, true)) == status);
    CHECK(to_string(runstatus_of(result, false)) == "other");
  }
}

TEST_CASE("the first fault in the order of verdicts is the verdict of a row", "[rows]") {
  Totals totals;
  totals.puzzles = totals.solved = 10;
  totals.wall_ns = totals.interfered_ns = totals.lost_ns = 9'000'000;  // noise is no verdict
  CHECK(verdict_of(totals, false) == Verdict::ok);
  CHECK(verdict_of(totals, true) == Verdict::partial);
  for (const auto& [member, verdict] : {std::pair(&Totals::gave_up, Verdict::incomplete),
                                        std::pair(&Totals::skipped, Verdict::partial),
                                        std::pair(&Totals::disagreements, Verdict::disagreement),
                                        std::pair(&Totals::wrong, Verdict::wrong)}) {
    totals.*member = 1;
    CHECK(verdict_of(totals, false) == verdict);
  }
  totals = {};
  totals.timeouts = 1;
  CHECK(verdict_of(totals, false) == Verdict::partial);
}

TEST_CASE("a block with interference has its lost time", "[rows]") {
  BlockSample sample = mixed_block();
  sample.engines[0].disturbance = {.wall_ns = 430, .cpu_ns = 400};
  CHECK(block_totals(sample)[0].lost_ns == 0);
  sample.engines[0].is_interfered = true;
  CHECK(block_totals(sample)[0].lost_ns == 30);
}

TEST_CASE("the CPU time counts in blocks that lost the CPU", "[rows]") {
  const auto time_of = [](std::int64_t wall_ns, std::int64_t cpu_ns, bool is_interfered) {
    EngineSample sample;
    sample.wall_ns = wall_ns;
    sample.cpu_ns = cpu_ns;
    sample.is_interfered = is_interfered;
    return sample.time_ns();
  };
  CHECK(time_of(1'000'000, 900'000, true) == 900'000);
  CHECK(time_of(1'000'000, 900'000, false) == 1'000'000);
  CHECK(time_of(1'000'000, 0, true) == 1'000'000);
  // Other programs ran, but took no time from this block: the two clocks are not more exact.
  CHECK(time_of(2'000, 1'500, true) == 2'000);
  // Helper threads used more.
  CHECK(time_of(1'000'000, 1'500'000, false) == 1'500'000);
}

}  // namespace sudoku
