#include "harness/stats/rows.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

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

/// Results of an engine that solved some of a hundred puzzles, in twelve equal blocks.
struct Result {
  std::uint64_t solved = 100;
  double block_ns = 10;
  Verdict verdict = Verdict::ok;
};

Result partial(std::uint64_t solved, double block_ns) {
  return {solved, block_ns, Verdict::partial};
}

Totals totals_of(const Result& result) {
  Totals totals;
  totals.puzzles = 100;
  totals.solved = result.solved;
  totals.timeouts = 100 - result.solved;
  totals.wall_ns = totals.time_ns = static_cast<std::int64_t>(100 * result.block_ns);
  totals.wrong = result.verdict == Verdict::wrong ? 1 : 0;
  totals.disagreements = result.verdict == Verdict::disagreement ? 1 : 0;
  return totals;
}

/// Ends a repetition in which the engines had these totals. The seed is that of all engines.
std::vector<RunRow> repeat(DatasetRows& rows, const std::vector<Totals>& totals,
                           std::optional<std::uint64_t> seed = {}) {
  for (std::size_t i = 0; i < totals.size(); ++i) rows.add_totals(i, totals[i]);
  return rows.end_repetition(false, std::vector(totals.size(), seed));
}

void add_blocks(DatasetRows& rows, std::size_t engine, const Result& result) {
  Totals block;
  block.puzzles = block.solved = 1;
  block.wall_ns = block.time_ns = static_cast<std::int64_t>(result.block_ns);
  if (result.solved < 100) {
    block.solved = 0;
    block.timeouts = 1;
  }
  for (int i = 0; i < 12; ++i) rows.add_block(engine, block);
}

DatasetPlan plan_of(std::size_t engines, const std::string& baseline = {}) {
  DatasetPlan plan;
  for (std::size_t i = 0; i < engines; ++i) {
    plan.engines.emplace_back(1, static_cast<char>('a' + i));
  }
  plan.baseline = baseline;
  return plan;
}

/// Summary rows of engines a, b, c, ...
std::vector<SummaryRow> summary_of(const std::vector<Result>& results,
                                   const std::string& baseline = {}) {
  DatasetRows rows(plan_of(results.size(), baseline));
  std::vector<Totals> totals;
  for (const Result& result : results) {
    add_blocks(rows, totals.size(), result);
    totals.push_back(totals_of(result));
  }
  repeat(rows, totals);
  return rows.summary();
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
    for (std::int64_t* member : {&totals.wall_ns, &totals.cpu_ns, &totals.time_ns,
                                 &totals.interfered_ns, &totals.solved_ns, &totals.lost_ns}) {
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
  CHECK(sum.time_ns == 1717);
  CHECK(sum.interfered_ns == 1818);
  CHECK(sum.solved_ns == 1919);
  CHECK(sum.lost_ns == 2020);
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
  totals.time_ns = 2'000'000'000;
  CHECK(puzzles_per_second(totals, 1) == 250);
  CHECK(puzzles_per_second(totals, 4) == 1000);  // time_ns is summed over the threads
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

TEST_CASE("the verdict on a summary row is the worst of its repetitions", "[rows]") {
  DatasetRows rows(plan_of(1));
  CHECK(rows.summary().front().verdict == Verdict::ok);
  repeat(rows, {totals_of({})});
  repeat(rows, {totals_of({90})});
  repeat(rows, {totals_of({})});
  CHECK(rows.summary().front().verdict == Verdict::partial);
}

TEST_CASE("there are no speedups over a wrong baseline", "[rows]") {
  const std::vector<Result> results = {{100, 30}, {100, 1, Verdict::wrong}};
  for (const SummaryRow& row : summary_of(results, "b")) {
    CHECK(row.baseline.empty());
    CHECK(row.refused_baseline == "b");
    CHECK_FALSE(row.speedup.ratio);
  }
}

TEST_CASE("a wrong engine has no quantiles", "[rows]") {
  DatasetRows rows(plan_of(2));
  rows.add_latency(0, 30);
  rows.add_latency(1, 40);
  repeat(rows, {totals_of({}), totals_of({.verdict = Verdict::wrong})});
  const auto summary = rows.summary();
  CHECK(summary[0].latencies.p50 == 30);
  CHECK(summary[0].is_timed_by_puzzle);
  CHECK_FALSE(summary[1].latencies.p50);
  CHECK_FALSE(summary[1].latencies.max);
}

TEST_CASE("a wrong engine has no scores", "[rows]") {
  const auto rows = summary_of({{100, 30}, {100, 10, Verdict::wrong}});
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].speedup.ratio->value == Approx(1));
  CHECK(rows[0].par2_s);
  CHECK(rows[1].baseline == "a");
  CHECK_FALSE(rows[1].speedup.ratio);
  CHECK_FALSE(rows[1].par2_s);
  CHECK_FALSE(rows[1].block_ns);
}

TEST_CASE("a success rate needs all repetitions in full", "[rows]") {
  const auto row_of = [](unsigned isomorphs, std::vector<std::uint64_t> puzzles) {
    DatasetPlan plan = plan_of(1);
    plan.isomorphs = isomorphs;
    DatasetRows rows(plan);
    for (const std::uint64_t count : puzzles) {
      Totals totals;
      totals.puzzles = count;
      totals.solved = 12;
      totals.gave_up = count - 12;
      repeat(rows, {totals}, 1);
    }
    rows.set_success_squares(0, 200);
    return rows.summary().front();
  };
  const SummaryRow row = row_of(1, {20, 20, 20, 20, 20});
  REQUIRE(row.success);
  CHECK(row.success->value == Approx(0.6));
  CHECK(row.success->interval->low == Approx(estimate_share({20, 5, 60, 200})->interval->low));
  CHECK(row.success_squares == std::uint64_t{200});
  // Five puzzles, each tried once per isomorph and repetition.
  CHECK(row_of(4, {20, 20, 20, 20, 20}).success->interval->low ==
        Approx(estimate_share({5, 20, 60, 200})->interval->low));
  CHECK_FALSE(row_of(1, {20, 20, 20, 20, 19}).success);
  DatasetRows without(plan_of(1));
  repeat(without, {totals_of({})});
  CHECK_FALSE(without.summary().front().success);
}

TEST_CASE("an engine that hit a limit has a bound and no median", "[rows]") {
  const auto rows = summary_of({{100, 10}, partial(40, 50)});
  CHECK(rows[1].speedup.bound == Bound::at_most);
  CHECK(rows[1].speedup.ratio->value == Approx(0.2));
  CHECK_FALSE(rows[1].block_ns);
  CHECK(rows[0].block_ns->value == 10);
}

TEST_CASE("the run row of a repetition is the sum of its parts", "[rows]") {
  DatasetRows rows(plan_of(2));
  for (unsigned repetition = 0; repetition < 2; ++repetition) {
    for (int part = 0; part < 2; ++part) {
      rows.begin_part();
      for (std::size_t engine = 0; engine < 2; ++engine) {
        Totals totals = totals_of({100, 10});
        totals.answer_digest = 7;
        rows.add_totals(engine, totals);
        rows.add_latency(engine, 50);
      }
    }
    const std::vector<std::optional<std::uint64_t>> seeds = {{}, 5 + repetition};
    const std::vector<RunRow> runs = rows.end_repetition(false, seeds);
    REQUIRE(runs.size() == 2);
    CHECK(runs[0].key.engine == "a");
    CHECK(runs[1].repetition == repetition);
    CHECK(runs[1].engine_seed == 5 + repetition);
    CHECK(runs[0].totals.puzzles == 200);
    CHECK(runs[0].totals.answer_digest == 14);
    CHECK(runs[0].verdict == Verdict::ok);
  }
  const SummaryRow row = rows.summary().front();
  CHECK(row.repetitions == 2);
  CHECK(row.pass_puzzles == 200);
  CHECK(row.totals.puzzles == 400);
  CHECK(row.totals.answer_digest == 14);  // the digest of one repetition
  CHECK(row.latencies.max == 50);
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

TEST_CASE("the noise of a repetition depends on the interval of its own blocks", "[rows]") {
  // In both repetitions, the engine loses a tenth. Only the blocks of the second are alike.
  DatasetRows rows(plan_of(1));
  const auto noise_with = [&rows](std::int64_t odd_ns) {
    rows.begin_part();
    for (std::int64_t i = 0; i < 12; ++i) {
      Totals block;
      block.puzzles = block.solved = 1;
      block.wall_ns = block.cpu_ns = block.time_ns = i % 2 == 0 ? 1000 : odd_ns;
      rows.add_block(0, block);
      block.lost_ns = block.wall_ns / 10;
      rows.add_totals(0, block);
    }
    return repeat(rows, {Totals{}})[0].noise;
  };
  CHECK(noise_with(2000) == Noise::none);
  CHECK(noise_with(1000) == Noise::interfered);
}

TEST_CASE("interference does not widen the interval that it is compared with", "[rows]") {
  DatasetRows rows(plan_of(1));
  Totals totals;
  for (std::int64_t i = 0; i < 12; ++i) {
    Totals block;
    block.puzzles = block.solved = 1;
    block.cpu_ns = block.time_ns = 1000;
    block.lost_ns = i % 2 == 0 ? 0 : 9000;
    block.wall_ns = block.cpu_ns + block.lost_ns;
    rows.add_block(0, block);
    totals += block;
  }
  CHECK(repeat(rows, {totals})[0].noise == Noise::interfered);
  const SummaryRow row = rows.summary().front();
  CHECK(row.noise == Noise::interfered);
  CHECK(row.block_ns->interval->high == row.block_ns->interval->low);
}

TEST_CASE("the noise of a summary row is that of all repetitions", "[rows]") {
  const auto summary_of_runs = [](std::int64_t second_ns, std::optional<std::uint64_t> seed = {},
                                  std::uint64_t unsolved = 0) {
    DatasetRows rows(plan_of(1));
    Totals totals;
    totals.puzzles = 100;
    totals.solved = 100 - unsolved;
    for (const std::int64_t ns : {std::int64_t{1000}, second_ns}) {
      totals.wall_ns = totals.time_ns = ns;
      repeat(rows, {totals}, seed);
    }
    return rows.summary().front();
  };
  CHECK(summary_of_runs(1000).noise == Noise::none);
  CHECK(summary_of_runs(1030).noise == Noise::none);
  const SummaryRow noisy = summary_of_runs(3000);
  CHECK(noisy.noise == Noise::noisy);
  CHECK(noisy.verdict == Verdict::ok);
  CHECK(noisy.spread == Approx(1));
  CHECK(summary_of_runs(3000, 1).noise == Noise::none);       // other seeds
  CHECK(summary_of_runs(3000, {}, 10).noise == Noise::none);  // maybe other puzzles
}

TEST_CASE("the order of the engines starts anew with each part", "[rows]") {
  // Blocks 0 and 1 make a pair, as do 2 and 3. The first part has one block, which makes no pair.
  DatasetRows rows(plan_of(2));
  const auto add = [&rows](std::int64_t a_ns, std::int64_t b_ns) {
    Totals block;
    block.puzzles = block.solved = 1;
    block.wall_ns = block.time_ns = a_ns;
    rows.add_block(0, block);
    block.wall_ns = block.time_ns = b_ns;
    rows.add_block(1, block);
  };
  rows.begin_part();
  add(10, 1000);
  rows.begin_part();
  add(10, 20);
  add(10, 20);
  repeat(rows, {totals_of({100, 10}), totals_of({100, 20})});
  const auto summary = rows.summary();
  CHECK(summary[1].speedup.blocks == 2);
  CHECK(summary[1].speedup.ratio->value == Approx(0.5));
}

TEST_CASE("answers that change between repetitions are detected", "[rows]") {
  DatasetRows rows(plan_of(1));
  const auto has_changed = [&](std::uint64_t digest) {
    Totals totals = totals_of({});
    totals.answer_digest = digest;
    rows.add_totals(0, totals);
    const bool has = rows.has_changed_answers(0);
    repeat(rows, {Totals{}});
    return has;
  };
  CHECK_FALSE(has_changed(1));
  CHECK_FALSE(has_changed(1));
  CHECK(has_changed(2));
}

TEST_CASE("a skipped solver has a row without numbers", "[rows]") {
  DatasetPlan plan = plan_of(1);
  plan.skipped = {{"mine", Verdict::unavailable}};
  DatasetRows rows(plan);
  add_blocks(rows, 0, {});
  repeat(rows, {totals_of({})});
  const auto summary = rows.summary();
  REQUIRE(summary.size() == 2);
  CHECK(summary[1].key.engine == "mine");
  CHECK(summary[1].verdict == Verdict::unavailable);
  CHECK(summary[1].baseline == "a");
  CHECK(summary[1].totals.puzzles == 0);
}

TEST_CASE("a plan is read from the run rows of its dataset", "[rows]") {
  std::vector<RunRow> runs(5);
  const char* engines[] = {"a", "b", "a", "mine", "other"};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].key.engine = engines[i];
    runs[i].key.dataset = i == 4 ? "easy.txt" : "hard.txt";
    runs[i].key.seed = 7;
  }
  runs[3].verdict = Verdict::unavailable;
  const DatasetPlan plan = plan_of(runs, "hard.txt");
  CHECK(plan.key.dataset == "hard.txt");
  CHECK(plan.key.engine.empty());
  CHECK(plan.key.seed == 7);
  CHECK(plan.engines == std::vector<std::string>{"a", "b"});
  REQUIRE(plan.skipped.size() == 1);
  CHECK(plan.skipped[0].id == "mine");
}

}  // namespace sudoku
