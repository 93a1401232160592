#include "harness/stats/speedup.h"

#include <algorithm>
#include <cmath>

#include "harness/stats/rows.h"
#include "tests/catch.h"

namespace sudoku {
namespace {

/// Returns blocks with these times per puzzle. A block with a negative time is not solved.
BlockTimes blocks_of(const std::vector<std::optional<double>>& times_ns) {
  BlockTimes blocks;
  for (const auto& ns : times_ns) {
    blocks.push_back(ns ? std::optional(BlockTime{std::abs(*ns), *ns < 0}) : std::nullopt);
  }
  return blocks;
}

BlockTimes repeated(double ns, std::size_t blocks) {
  return blocks_of(std::vector<std::optional<double>>(blocks, ns));
}

/// Returns the totals of a block of four puzzles.
Totals block_totals() {
  Totals totals;
  totals.puzzles = totals.solved = 4;
  totals.time_ns = 430;
  return totals;
}

}  // namespace

TEST_CASE("the time of a block is the mean over all its puzzles", "[speedup]") {
  Totals totals = block_totals();
  totals.error_ns = 43;
  const auto whole = block_time_of(totals);
  REQUIRE(whole);
  CHECK_FALSE(whole->is_lower_bound);
  CHECK(whole->ns == 430.0 / 4);
  CHECK(whole->puzzles == 4);
  CHECK(whole->relative_error == 0.1);
  totals.puzzles = totals.solved = 3;
  totals.skipped = 1;
  CHECK(block_time_of(totals)->ns == 430.0 / 4);
  CHECK(block_time_of(totals)->is_lower_bound);
  for (const auto member : {&Totals::timeouts, &Totals::gave_up}) {
    totals = block_totals();
    totals.solved = 3;
    totals.*member = 1;
    CHECK(block_time_of(totals)->is_lower_bound);
  }
  CHECK_FALSE(block_time_of(Totals{}));
  for (const auto member : {&Totals::wrong, &Totals::disagreements, &Totals::failed}) {
    totals = block_totals();
    totals.*member = 1;
    CHECK_FALSE(block_time_of(totals));
  }
}

TEST_CASE("the speedup is the median over averaged pairs of blocks", "[speedup]") {
  const auto speedup = speedup_of(blocks_of({10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0}),
                                  blocks_of({20.0, 80.0, 5.0, 5.0, 40.0, 10.0, 990.0}));
  CHECK(speedup.blocks == 6);
  REQUIRE(speedup.ratio);
  CHECK(speedup.ratio->value == Approx(2));
  CHECK_FALSE(speedup.ratio->interval);
}

TEST_CASE("the interval contains the systematic errors of both engines", "[speedup]") {
  BlockTimes engine = repeated(10, 16);
  BlockTimes baseline = repeated(20, 16);
  // Half of the pairs have the small error: the median is between the two.
  for (std::size_t i = 0; i < engine.size(); ++i) engine[i]->relative_error = i < 8 ? 0.02 : 0.04;
  for (auto& block : baseline) block->relative_error = 0;
  const auto one = speedup_of(engine, baseline);
  CHECK(one.ratio->value == Approx(2));
  CHECK(one.ratio->interval->low == Approx(2 / std::sqrt(1.02 * 1.04)));
  CHECK(one.ratio->interval->high == Approx(2 * std::sqrt(1.02 * 1.04)));
  for (std::size_t i = 0; i < engine.size(); ++i) {
    engine[i]->relative_error = std::exp(0.03) - 1;
    baseline[i]->relative_error = std::exp(0.04) - 1;
  }
  CHECK(speedup_of(engine, baseline).ratio->interval->high == Approx(2 * std::exp(0.05)));
}

TEST_CASE("the speedup of the baseline over the engine is the inverse", "[speedup]") {
  const Speedup speedup{16, Estimate{2, Interval{1.5, 4}}, Bound::none, 5};
  const Speedup inverse = inverse_of(speedup);
  CHECK(inverse.blocks == 16);
  CHECK(inverse.ratio->value == 0.5);
  CHECK(inverse.ratio->interval->low == 0.25);
  CHECK(inverse.ratio->interval->high == 1 / 1.5);
  CHECK(inverse.total_ratio == 0.2);
  CHECK(inverse_of({3, Estimate{4, {}}, Bound::at_least}).bound == Bound::at_most);
  CHECK(inverse_of({3, Estimate{4, {}}, Bound::at_most}).bound == Bound::at_least);
  CHECK_FALSE(inverse_of({}).ratio);
}

TEST_CASE("an interval without 1 or a bound in its own direction is conclusive", "[speedup]") {
  CHECK(is_conclusive({16, Estimate{2, Interval{1.5, 4}}}));
  CHECK(is_conclusive({16, Estimate{0.5, Interval{0.25, 0.9}}}));
  CHECK_FALSE(is_conclusive({16, Estimate{2, Interval{0.9, 4}}}));
  CHECK_FALSE(is_conclusive({16, Estimate{2, {}}}));
  CHECK(is_conclusive({16, Estimate{2, {}}, Bound::at_least}));
  CHECK(is_conclusive({16, Estimate{0.5, {}}, Bound::at_most}));
  CHECK_FALSE(is_conclusive({16, Estimate{0.5, {}}, Bound::at_least}));
  CHECK_FALSE(is_conclusive({16, Estimate{2, {}}, Bound::at_most}));
  CHECK_FALSE(is_conclusive(Speedup{}));
}

TEST_CASE("the effect of the order of the engines cancels out", "[speedup]") {
  BlockTimes engine;
  BlockTimes baseline;
  for (int i = 0; i < 12; ++i) {
    engine.push_back(BlockTime{i % 2 == 0 ? 11.0 : 10.0});
    baseline.push_back(BlockTime{i % 2 == 0 ? 10.0 : 11.0});
  }
  const auto interval = speedup_of(engine, baseline).ratio->interval;
  REQUIRE(interval);
  CHECK(interval->low == Approx(1));
  CHECK(interval->high == Approx(1));
}

TEST_CASE("a speedup has an interval from twelve blocks on", "[speedup]") {
  const BlockTimes engine = repeated(10, 12);
  const auto speedup = speedup_of(engine, blocks_of({10.0, 10.0, 20.0, 20.0, 40.0, 40.0, 80.0, 80.0,
                                                     160.0, 160.0, 320.0, 320.0}));
  REQUIRE(speedup.ratio);
  CHECK(speedup.ratio->value == Approx(std::sqrt(4.0 * 8.0)));
  REQUIRE(speedup.ratio->interval);
  CHECK(speedup.ratio->interval->low == Approx(1));
  CHECK(speedup.ratio->interval->high == Approx(32));
}

TEST_CASE("the total ratio is over the blocks of the median", "[speedup]") {
  BlockTimes engine(15, BlockTime{10});
  BlockTimes baseline(15, BlockTime{20});
  engine[0] = BlockTime{970};
  engine[13]->is_lower_bound = true;  // excludes blocks 12 and 13
  baseline[14] = BlockTime{9000};     // has no partner
  const auto speedup = speedup_of(engine, baseline);
  CHECK(speedup.blocks == 12);
  CHECK(speedup.ratio->value == Approx(2));
  CHECK(speedup.total_ratio == Approx(12 * 20.0 / (11 * 10 + 970)));
  for (auto& block : engine) block->is_lower_bound = true;
  CHECK_FALSE(speedup_of(engine, baseline).total_ratio);  // a bound
  CHECK_FALSE(speedup_of({}, {}).total_ratio);
}

TEST_CASE("the total ratio counts each block by its puzzles", "[speedup]") {
  BlockTimes engine = blocks_of({10.0, 100.0});
  BlockTimes baseline = blocks_of({20.0, 20.0});
  for (BlockTimes* blocks : {&engine, &baseline}) (*blocks)[0]->puzzles = 8;
  CHECK(speedup_of(engine, baseline).total_ratio == Approx(180.0 / 180));
}

TEST_CASE("engines are compared over blocks that both solved", "[speedup]") {
  const auto speedup = speedup_of(blocks_of({10.0, std::nullopt, 10.0, 0.0}),
                                  blocks_of({30.0, 1.0, std::nullopt, 9.0}));
  CHECK(speedup.blocks == 1);
  CHECK(speedup.ratio->value == Approx(3));
  const auto none = speedup_of(blocks_of({std::nullopt}), blocks_of({1.0, 1.0}));
  CHECK(none.blocks == 0);
  CHECK_FALSE(none.ratio);
}

TEST_CASE("a speedup is a bound unless both engines solved enough blocks", "[speedup]") {
  struct Case {
    BlockTimes engine;
    BlockTimes baseline;
    Bound bound;
    std::size_t blocks;
    double ratio;  ///< 0 if there is none
  };
  const auto joined = [](BlockTimes blocks, const BlockTimes& others) {
    blocks.insert(blocks.end(), others.begin(), others.end());
    return blocks;
  };
  BlockTimes three_cut = repeated(40, 16);
  for (const std::size_t cut : {3U, 5U, 15U}) three_cut[cut]->is_lower_bound = true;
  BlockTimes two_cut = three_cut;
  two_cut[5]->is_lower_bound = false;
  using enum Bound;
  const Case cases[] = {
      {repeated(-100, 12), repeated(10, 12), at_most, 12, 0.1},
      {repeated(10, 12), repeated(-100, 12), at_least, 12, 10},
      // An engine that gave up at once is not faster.
      {repeated(-1, 12), repeated(10, 12), at_most, 12, 10},
      // Neither engine solved half of the blocks.
      {repeated(-100, 12), repeated(-10, 12), none, 0, 0},
      {joined(repeated(10, 6), repeated(-10, 6)), joined(repeated(-100, 6), repeated(-10, 6)), none,
       0, 0},
      {repeated(10, 16), two_cut, none, 12, 4},
      // Five pairs are too few for an interval.
      {repeated(10, 16), three_cut, at_least, 16, 4},
      // A minority of the blocks was solved.
      {repeated(10, 40), joined(repeated(20, 18), repeated(-1000, 22)), at_least, 40, 100}};
  for (const auto& [engine, baseline, bound, blocks, ratio] : cases) {
    const Speedup speedup = speedup_of(engine, baseline);
    CHECK(speedup.ratio.has_value() == (ratio != 0));
    if (!speedup.ratio) continue;
    CHECK(speedup.bound == bound);
    CHECK(speedup.blocks == blocks);
    CHECK(speedup.ratio->value == Approx(ratio));
    CHECK(speedup.ratio->interval.has_value() == (bound == none));
  }
}

TEST_CASE("a bound holds for the unknown times of unsolved blocks", "[speedup]") {
  std::uint64_t state = 7;
  const auto random = [&state](double most) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return 1 + most * static_cast<double>(state >> 11) / static_cast<double>(1ULL << 53);
  };
  int bounds = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const double limit = random(60);
    BlockTimes true_a;
    BlockTimes true_b;
    BlockTimes a;
    BlockTimes b;
    for (int i = 0; i < 2 + trial % 30; ++i) {
      const double ns[] = {random(50), random(100)};
      true_a.push_back(BlockTime{ns[0]});
      true_b.push_back(BlockTime{ns[1]});
      a.push_back(BlockTime{std::min(ns[0], limit), ns[0] > limit});
      b.push_back(BlockTime{std::min(ns[1], limit), ns[1] > limit});
    }
    const Speedup speedup = speedup_of(a, b);
    if (speedup.bound == Bound::none) continue;
    ++bounds;
    INFO("trial " << trial);
    const double truth = speedup_of(true_a, true_b).ratio->value;
    constexpr double kRounding = 1e-9;
    const double bound = speedup.ratio ? speedup.ratio->value : truth;
    if (speedup.bound == Bound::at_least) CHECK(truth >= bound * (1 - kRounding));
    if (speedup.bound == Bound::at_most) CHECK(truth <= bound * (1 + kRounding));
  }
  CHECK(bounds > 50);
}

TEST_CASE("there is no ratio of times that are not positive", "[speedup]") {
  CHECK(ratio_of({100}, {200}) == 0.5);
  CHECK_FALSE(ratio_of({0}, {200}));
  CHECK_FALSE(ratio_of({100}, {0}));
}

namespace {

/// Results of an engine that solved some of a hundred puzzles.
struct Result {
  std::uint64_t solved = 100;
  std::int64_t puzzle_ns = 10;
  Verdict verdict = Verdict::ok;
};

Result partial(std::uint64_t solved, std::int64_t puzzle_ns) {
  return {solved, puzzle_ns, Verdict::partial};
}

/// Returns the baseline of engines a, b, c, ... with these times of blocks, if there are any.
std::string baseline_among(const std::vector<Result>& results, const std::string& requested = {},
                           std::vector<BlockTimes> times = {}) {
  std::vector<SummaryRow> rows;
  for (const Result& result : results) {
    SummaryRow& row = rows.emplace_back();
    row.key.engine = std::string(1, static_cast<char>('a' + rows.size() - 1));
    row.totals.puzzles = 100;
    row.totals.solved = result.solved;
    row.totals.time_ns = 100 * result.puzzle_ns;
    row.verdict = result.verdict;
  }
  times.resize(rows.size());
  return baseline_of(rows, times, requested);
}

}  // namespace

TEST_CASE("the baseline is chosen by solved puzzles, speed and the request", "[speedup]") {
  const Result wrong{100, 1, Verdict::wrong};
  const Result odd{100, 2, Verdict::disagreement};
  struct Case {
    std::vector<Result> results;
    const char* baseline;
    const char* requested = "";
  };
  const Case cases[] = {
      {{{100, 30}, {100, 10}, {100, 20}}, "b"},
      {{{100, 30}, partial(99, 10)}, "a"},
      {{{100, 30}, {99, 10}}, "a"},
      {{{100, 30}, partial(100, 10)}, "a"},
      // If no engine solved everything, the one that solved most.
      {{partial(5, 1), partial(60, 1000), partial(59, 10)}, "b"},
      {{partial(60, 1000), partial(60, 10)}, "b"},
      {{partial(0, 1), partial(1, 1000)}, "b"},
      {{partial(0, 1), partial(0, 2)}, ""},
      {{}, ""},
      // No engine with wrong answers, and one with disputed answers only if there is no other.
      {{wrong, odd, {100, 30}}, "c"},
      {{wrong, odd, partial(3, 30)}, "c"},
      {{wrong, odd}, "b"},
      {{wrong, wrong}, ""},
      // The requested one, unless its answers are wrong.
      {{{100, 30}, partial(99, 10)}, "b", "b"},
      {{{100, 30}, {100, 10}}, "b", "none"},
      {{{100, 30}, partial(0, 10)}, "b", "b"},
      {{{100, 30}, wrong}, "", "b"}};
  for (const Case& test : cases) {
    CHECK(baseline_among(test.results, test.requested) == test.baseline);
  }
}

TEST_CASE("the baseline is fastest in the median block, not in total time", "[speedup]") {
  // b takes longer than a for one puzzle and in total, but is faster on the other puzzles.
  const BlockTimes a = repeated(20, 6);
  const BlockTimes b = blocks_of({10, 10, 10, 10, 10, 500});
  const BlockTimes c = blocks_of({5, 5, 5, 5, 5, 900});
  CHECK(baseline_among({{100, 20}, {100, 92}}, {}, {a, b}) == "b");
  CHECK(baseline_among({{100, 92}, {100, 20}}, {}, {b, a}) == "a");
  CHECK(baseline_among({{100, 20}, {100, 92}, {100, 154}}, {}, {a, b, c}) == "c");
}

TEST_CASE("engines that are faster than each other in a circle have a baseline", "[speedup]") {
  // By the medians over pairs, a is faster than b, b is faster than c, and c is faster than a.
  CHECK(baseline_among({{}, {}, {}}, {},
                       {blocks_of({1, 1, 2, 2, 3, 3}), blocks_of({2, 2, 3, 3, 1, 1}),
                        blocks_of({3, 3, 1, 1, 2, 2})})
            .size() == 1);
}

}  // namespace sudoku
