#include "harness/measure/tally.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "harness/puzzle/digest.h"
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
  EngineSample& engine = sample.engines.emplace_back(blank_sample(sample.block.puzzles));
  engine.results = {result(Outcome::exhausted, 1, 3), result(Outcome::solution_limit, 2, 5),
                    result(Outcome::timeout, 7, 100), result(Outcome::stopped, 0, 0)};
  engine.puzzle_ns = {10, 20, 400, kNotBegun};
  engine.wall_ns = 430;
  engine.cpu_ns = 425;
  return sample;
}

/// A tally with these times per puzzle in its blocks.
EngineTally tally_of(const std::vector<std::optional<double>>& times_ns) {
  EngineTally tally;
  for (const auto& ns : times_ns) {
    tally.blocks.push_back(ns ? std::optional(BlockTime{*ns, *ns}) : std::nullopt);
  }
  return tally;
}

/// So many blocks with that wall time per puzzle, and no CPU time.
EngineTally command_tally(std::size_t blocks, double wall_ns) {
  EngineTally tally;
  tally.blocks.assign(blocks, BlockTime{wall_ns, 0});
  return tally;
}

}  // namespace

TEST_CASE("a block is counted puzzle by puzzle", "[tally]") {
  const BlockSample sample = mixed_block();
  const auto totals = count_block(sample);
  REQUIRE(totals.size() == 1);
  CHECK(totals[0].puzzles == 3);
  CHECK(totals[0].clues == clue_count(sample.block.puzzles[0]) +
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
  CHECK(totals.failed == 1);
}

TEST_CASE("a search that gave up is no timeout", "[tally]") {
  BlockSample sample = mixed_block();
  sample.engines[0].results[0].outcome = Outcome::gave_up;
  const Totals totals = count_block(sample)[0];
  CHECK(totals.puzzles == 3);
  CHECK(totals.solved == 1);
  CHECK(totals.timeouts == 1);
  CHECK(totals.gave_up == 1);
  CHECK_FALSE(has_answered_all(totals));
}

TEST_CASE("sums of solutions that have no room are lower bounds", "[tally]") {
  BlockSample sample = mixed_block();
  sample.engines[0].results[0].solutions = kMostSolutions - 1;
  Totals totals = count_block(sample)[0];
  CHECK((totals.solutions == kMostSolutions));
  totals += totals;
  CHECK((totals.solutions == kMostSolutions));
}

TEST_CASE("guesses are known if those of every answered puzzle are", "[tally]") {
  BlockSample sample = mixed_block();
  sample.engines[0].results[2].has_guesses = false;  // cut short
  Totals totals = count_block(sample)[0];
  CHECK(totals.has_guesses);
  sample.engines[0].results[1].has_guesses = false;
  totals += count_block(sample)[0];
  CHECK_FALSE(totals.has_guesses);
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

TEST_CASE("clues of a part that does not tell them are unknown of the whole", "[tally]") {
  Totals sum;
  Totals silent;
  silent.clues.reset();
  sum += silent;
  sum += Totals{};
  CHECK(sum.clues == std::nullopt);
}

TEST_CASE("the memory of the whole is the most that a part knows of", "[tally]") {
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

TEST_CASE("what is measured adds up, if it is known of all that was begun", "[tally]") {
  const auto of = [](std::uint64_t puzzles, std::optional<std::uint64_t> count) {
    Totals totals;
    totals.puzzles = puzzles;
    for (const auto event : kEvents) totals.events.*event = count;
    totals.scaled = count ? 1 : 0;
    totals.cycles_estimated = count;
    totals.package_uj = count;
    return totals;
  };
  Totals sum;
  CHECK(sum.events == EventCounts{});
  sum += of(0, {});
  sum += of(2, 20);
  sum += of(0, {});  // left out by a limit
  sum += of(1, 7);
  CHECK(sum.events == EventCounts{27, 27, 27, 27, 27});
  CHECK(sum.scaled == 2);
  CHECK(sum.cycles_estimated == 27);
  CHECK(sum.package_uj == 27);
  sum += of(1, {});
  sum += of(1, 7);
  CHECK(sum.events == EventCounts{});
  CHECK(sum.cycles_estimated == std::nullopt);
  CHECK(sum.package_uj == std::nullopt);
}

TEST_CASE("a sum of guesses goes no further than the largest number", "[tally]") {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  BlockSample sample = mixed_block();
  for (SolveResult& result : sample.engines[0].results) result.guesses = kMost - 1;
  Totals totals = count_block(sample)[0];
  CHECK(totals.guesses == kMost);
  totals += totals;
  CHECK(totals.guesses == kMost);
}

TEST_CASE("latencies are those of the puzzles begun, the longest those cut short", "[tally]") {
  BlockSample sample = mixed_block();
  EngineTally tally;
  tally.add(sample.engines[0], count_block(sample)[0]);
  CHECK(tally.latencies.quantile(0.33) == 10);
  CHECK(tally.latencies.quantile(0.66) == 20);
  CHECK_FALSE(tally.latencies.quantile(0.67));
  CHECK_FALSE(tally.latencies.max());

  sample.engines[0].puzzle_ns[2] = kNotBegun;
  EngineTally answered;
  answered.add(sample.engines[0], count_block(sample)[0]);
  CHECK(answered.latencies.quantile(0.5) == 10);
  CHECK(answered.latencies.max() == 20);
}

TEST_CASE("a block has its time if every puzzle was answered", "[tally]") {
  BlockSample sample = mixed_block();
  EngineTally tally;
  tally.add(sample.engines[0], count_block(sample)[0]);
  for (const std::size_t puzzle : {2, 3}) {
    sample.engines[0].results[puzzle].outcome = Outcome::exhausted;
    sample.engines[0].puzzle_ns[puzzle] = 70;
  }
  sample.engines[0].wall_ns = 500;
  tally.add(sample.engines[0], count_block(sample)[0]);
  REQUIRE(tally.blocks.size() == 2);
  REQUIRE(tally.blocks[0]);
  CHECK(tally.blocks[0]->is_cut);
  CHECK(tally.blocks[0]->wall_ns == 430.0 / 4);  // of all that were asked for
  REQUIRE(tally.blocks[1]);
  CHECK_FALSE(tally.blocks[1]->is_cut);
  CHECK(tally.blocks[1]->wall_ns == 125);
  CHECK(tally.blocks[1]->cpu_ns == 425.0 / 4);
  CHECK(tally.block_wall_ns() == std::vector<double>{kUnended, 125});
  CHECK(tally.totals.puzzles == 7);
}

TEST_CASE("each kind of end that is no answer cuts its block short", "[tally]") {
  for (const Outcome outcome : {Outcome::guess_limit, Outcome::timeout, Outcome::stopped}) {
    BlockSample sample = mixed_block();
    for (SolveResult& result : sample.engines[0].results) result.outcome = Outcome::exhausted;
    sample.engines[0].puzzle_ns[3] = 10;
    sample.engines[0].results[3].outcome = outcome;
    EngineTally tally;
    tally.add(sample.engines[0], count_block(sample)[0]);
    REQUIRE(tally.blocks[0]);
    CHECK(tally.blocks[0]->is_cut);
  }
}

TEST_CASE("a block that was not begun, or with a faulty answer, has no time", "[tally]") {
  BlockSample sample = mixed_block();
  sample.engines[0].puzzle_ns.assign(4, kNotBegun);
  EngineTally tally;
  tally.add(sample.engines[0], count_block(sample)[0]);
  CHECK_FALSE(tally.blocks[0]);
  for (const FaultKind kind : {FaultKind::wrong, FaultKind::disagreement}) {
    sample = mixed_block();
    sample.faults = {{kind, 0, 1, ""}};
    tally.add(sample.engines[0], count_block(sample)[0]);
    CHECK_FALSE(tally.blocks.back());
  }
  sample = mixed_block();
  sample.engines[0].results[1].outcome = Outcome::failed;
  tally.add(sample.engines[0], count_block(sample)[0]);
  CHECK_FALSE(tally.blocks.back());
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
  CHECK_FALSE(tally.latencies.max());
}

TEST_CASE("another part of the dataset adds everything, with its blocks in order", "[tally]") {
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
    const double first_ns = 11;
    const double second_ns = 10;
    engine.blocks.push_back(i % 2 == 0 ? BlockTime{first_ns, first_ns}
                                       : BlockTime{second_ns, second_ns});
    baseline.blocks.push_back(i % 2 == 0 ? BlockTime{second_ns, second_ns}
                                         : BlockTime{first_ns, first_ns});
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

TEST_CASE("what may be wrong with the time of an engine command is in the interval", "[tally]") {
  const EngineTally own = tally_of(std::vector<std::optional<double>>(12, 1000.0));
  const EngineTally command = command_tally(12, 800);
  const auto as_engine = speed_ratio(command, own);
  REQUIRE(as_engine.times->interval);
  CHECK(as_engine.times->median == Approx(1000.0 / 800));
  CHECK(as_engine.times->interval->low == Approx(1000 / (800 + kDoubtNs)));
  CHECK(as_engine.times->interval->high == Approx(1000 / (800 - kDoubtNs)));
  const auto as_baseline = speed_ratio(own, command);
  REQUIRE(as_baseline.times->interval);
  CHECK(as_baseline.times->interval->low == Approx((800 - kDoubtNs) / 1000));
  CHECK(as_baseline.times->interval->high == Approx((800 + kDoubtNs) / 1000));
  CHECK_FALSE(is_told_apart(*as_engine.times));
  CHECK(is_told_apart(*speed_ratio(command_tally(12, 1'300), own).times));
  CHECK(is_told_apart(*speed_ratio(command_tally(12, 700), own).times));
}

TEST_CASE("a command that may have taken no time has no interval", "[tally]") {
  const EngineTally own = tally_of(std::vector<std::optional<double>>(12, 1000.0));
  const auto ratio = speed_ratio(command_tally(12, kDoubtNs), own);
  CHECK(ratio.times->median == Approx(1000 / kDoubtNs));
  CHECK_FALSE(ratio.times->interval);
}

TEST_CASE("a bound holds whatever is right of a command's time", "[tally]") {
  EngineTally cut = tally_of(std::vector<std::optional<double>>(12, 100'000.0));
  for (auto& block : cut.blocks) block->is_cut = true;
  const auto ratio = speed_ratio(command_tally(12, 1000), cut);
  CHECK(ratio.bound == Bound::at_least);
  CHECK(ratio.times->median == Approx(100'000 / (1000 + kDoubtNs)));
  CHECK_FALSE(speed_ratio(command_tally(12, kDoubtNs), cut).times);
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

namespace {

/// A tally with these wall times per puzzle; those of blocks that were cut short are negative.
EngineTally cut_tally_of(const std::vector<double>& wall_ns) {
  EngineTally tally;
  for (const double ns : wall_ns) {
    tally.blocks.push_back(BlockTime{std::abs(ns), std::abs(ns), ns < 0});
  }
  return tally;
}

EngineTally repeated(double wall_ns, std::size_t blocks) {
  return cut_tally_of(std::vector<double>(blocks, wall_ns));
}

}  // namespace

TEST_CASE("an engine that was cut short everywhere is at most so fast", "[tally]") {
  const PairedRatio slow = speed_ratio(repeated(-100, 12), repeated(10, 12));
  CHECK(slow.bound == Bound::at_most);
  CHECK(slow.blocks == 12);
  CHECK(slow.times->median == Approx(0.1));
  CHECK_FALSE(slow.times->interval);
  const PairedRatio fast = speed_ratio(repeated(10, 12), repeated(-100, 12));
  CHECK(fast.bound == Bound::at_least);
  CHECK(fast.times->median == Approx(10));
  CHECK_FALSE(fast.times->interval);
}

TEST_CASE("an engine that gave up at once is not faster", "[tally]") {
  const PairedRatio quitter = speed_ratio(repeated(-1, 12), repeated(10, 12));
  CHECK(quitter.bound == Bound::at_most);
  CHECK(quitter.times->median == Approx(10));
}

TEST_CASE("nothing is said where both were cut short", "[tally]") {
  CHECK_FALSE(speed_ratio(repeated(-100, 12), repeated(-10, 12)).times);
  // Nor where that is so in half of the blocks.
  EngineTally engine = repeated(10, 6);
  EngineTally baseline = repeated(-100, 6);
  const EngineTally both = repeated(-10, 6);
  engine.blocks.insert(engine.blocks.end(), both.blocks.begin(), both.blocks.end());
  baseline.blocks.insert(baseline.blocks.end(), both.blocks.begin(), both.blocks.end());
  CHECK_FALSE(speed_ratio(engine, baseline).times);
}

TEST_CASE("a ratio is measured while enough blocks are answered in full", "[tally]") {
  EngineTally baseline = repeated(40, 16);
  const EngineTally engine = repeated(10, 16);
  for (const std::size_t cut : {3U, 15U}) baseline.blocks[cut]->is_cut = true;
  PairedRatio ratio = speed_ratio(engine, baseline);
  CHECK(ratio.bound == Bound::none);
  CHECK(ratio.blocks == 12);
  CHECK(ratio.times->interval);
  baseline.blocks[5]->is_cut = true;  // five pairs are too few for an interval
  ratio = speed_ratio(engine, baseline);
  CHECK(ratio.bound == Bound::at_least);
  CHECK(ratio.blocks == 16);
  CHECK(ratio.times->median == Approx(4));
}

TEST_CASE("a minority of blocks that are answered in full stands for nothing", "[tally]") {
  EngineTally engine = repeated(10, 40);
  EngineTally baseline = repeated(-1000, 40);
  for (std::size_t i = 0; i < 18; ++i) baseline.blocks[i] = BlockTime{20, 20};
  const PairedRatio ratio = speed_ratio(engine, baseline);
  CHECK(ratio.bound == Bound::at_least);
  CHECK(ratio.times->median == Approx(100));
}

TEST_CASE("a bound is true of the times that a cut has hidden", "[tally]") {
  std::uint64_t state = 7;
  const auto random = [&state](double most) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return 1 + most * static_cast<double>(state >> 11) / static_cast<double>(1ULL << 53);
  };
  int bounds = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const double limit = random(60);
    EngineTally true_a;
    EngineTally true_b;
    EngineTally a;
    EngineTally b;
    for (int i = 0; i < 2 + trial % 30; ++i) {
      const double ns[] = {random(50), random(100)};
      true_a.blocks.push_back(BlockTime{ns[0], ns[0]});
      true_b.blocks.push_back(BlockTime{ns[1], ns[1]});
      a.blocks.push_back(BlockTime{std::min(ns[0], limit), std::min(ns[0], limit), ns[0] > limit});
      b.blocks.push_back(BlockTime{std::min(ns[1], limit), std::min(ns[1], limit), ns[1] > limit});
    }
    const PairedRatio ratio = speed_ratio(a, b);
    if (ratio.bound == Bound::none) continue;
    ++bounds;
    INFO("trial " << trial);
    const double truth = speed_ratio(true_a, true_b).times->median;
    constexpr double kRounding = 1e-9;
    const double bound = ratio.times ? ratio.times->median : truth;
    if (ratio.bound == Bound::at_least) CHECK(truth >= bound * (1 - kRounding));
    if (ratio.bound == Bound::at_most) CHECK(truth <= bound * (1 + kRounding));
  }
  CHECK(bounds > 50);
}

TEST_CASE("a cut by a limit of wall time says no more than the clock that says least", "[tally]") {
  EngineTally engine = repeated(10, 12);
  EngineTally baseline = repeated(-100, 12);
  for (auto& block : engine.blocks) block->cpu_ns = 10;
  for (auto& block : baseline.blocks) block->cpu_ns = 50;
  CHECK(speed_ratio(engine, baseline).times->median == Approx(5));
  CHECK(speed_ratio(baseline, engine).times->median == Approx(1.0 / 5));
}

TEST_CASE("each bound has its word", "[tally]") {
  CHECK(to_string(Bound::none).empty());
  CHECK(to_string(Bound::at_least) == "at_least");
  CHECK(to_string(Bound::at_most) == "at_most");
}

TEST_CASE("CPU times are compared where both are known", "[tally]") {
  CHECK(ratio_of({100, 30}, {200, 10}) == 3);
  CHECK(ratio_of({100, 30}, {200, 0}) == 0.5);
  CHECK_FALSE(ratio_of({0, 0}, {200, 0}));
  CHECK_FALSE(ratio_of({100, 0}, {0, 0}));
}

}  // namespace sudoku
