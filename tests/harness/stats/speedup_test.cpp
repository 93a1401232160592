#include "harness/stats/speedup.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

TEST_CASE("an engine that solved no block has a bound", "[speedup]") {
  struct Case {
    double engine_ns;
    double baseline_ns;
    Bound bound;
    double ratio;
  };
  for (const auto& [engine_ns, baseline_ns, bound, ratio] :
       {Case{-100, 10, Bound::at_most, 0.1},
        {10, -100, Bound::at_least, 10},
        {-1, 10, Bound::at_most, 10}}) {  // an engine that gave up at once is not faster
    const Speedup speedup = speedup_of(repeated(engine_ns, 12), repeated(baseline_ns, 12));
    CHECK(speedup.bound == bound);
    CHECK(speedup.blocks == 12);
    CHECK(speedup.ratio->value == Approx(ratio));
    CHECK_FALSE(speedup.ratio->interval);
  }
}

TEST_CASE("blocks that neither engine solved give no bound", "[speedup]") {
  CHECK_FALSE(speedup_of(repeated(-100, 12), repeated(-10, 12)).ratio);
  // Nor if neither engine solved half of the blocks.
  BlockTimes engine = repeated(10, 6);
  BlockTimes baseline = repeated(-100, 6);
  const BlockTimes both = repeated(-10, 6);
  engine.insert(engine.end(), both.begin(), both.end());
  baseline.insert(baseline.end(), both.begin(), both.end());
  CHECK_FALSE(speedup_of(engine, baseline).ratio);
}

TEST_CASE("a speedup is exact if both engines solved enough blocks", "[speedup]") {
  BlockTimes baseline = repeated(40, 16);
  const BlockTimes engine = repeated(10, 16);
  for (const std::size_t cut : {3U, 15U}) baseline[cut]->is_lower_bound = true;
  Speedup speedup = speedup_of(engine, baseline);
  CHECK(speedup.bound == Bound::none);
  CHECK(speedup.blocks == 12);
  CHECK(speedup.ratio->interval);
  baseline[5]->is_lower_bound = true;  // five pairs are too few for an interval
  speedup = speedup_of(engine, baseline);
  CHECK(speedup.bound == Bound::at_least);
  CHECK(speedup.blocks == 16);
  CHECK(speedup.ratio->value == Approx(4));
}

TEST_CASE("a minority of solved blocks gives only a bound", "[speedup]") {
  BlockTimes engine = repeated(10, 40);
  BlockTimes baseline = repeated(-1000, 40);
  for (std::size_t i = 0; i < 18; ++i) baseline[i] = BlockTime{20};
  const Speedup speedup = speedup_of(engine, baseline);
  CHECK(speedup.bound == Bound::at_least);
  CHECK(speedup.ratio->value == Approx(100));
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

TEST_CASE("the baseline is the fastest engine that solved everything", "[speedup]") {
  CHECK(baseline_among({{100, 30}, {100, 10}, {100, 20}}) == "b");
  CHECK(baseline_among({{100, 30}, partial(99, 10)}) == "a");
  CHECK(baseline_among({{100, 30}, {99, 10}}) == "a");
  CHECK(baseline_among({{100, 30}, partial(100, 10)}) == "a");
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

TEST_CASE("without such an engine, the baseline is the one that solved most", "[speedup]") {
  CHECK(baseline_among({partial(5, 1), partial(60, 1000), partial(59, 10)}) == "b");
  CHECK(baseline_among({partial(60, 1000), partial(60, 10)}) == "b");
  CHECK(baseline_among({partial(0, 1), partial(1, 1000)}) == "b");
  CHECK(baseline_among({partial(0, 1), partial(0, 2)}).empty());
  CHECK(baseline_among({}).empty());
}

TEST_CASE("an engine with wrong or disputed answers is not chosen as the baseline", "[speedup]") {
  const Result wrong{100, 1, Verdict::wrong};
  const Result odd{100, 2, Verdict::disagreement};
  CHECK(baseline_among({wrong, odd, {100, 30}}) == "c");
  CHECK(baseline_among({wrong, odd, partial(3, 30)}) == "c");
  CHECK(baseline_among({wrong, odd}) == "b");
  CHECK(baseline_among({wrong, wrong}).empty());
}

TEST_CASE("a requested baseline is used unless its answers are wrong", "[speedup]") {
  CHECK(baseline_among({{100, 30}, partial(99, 10)}, "b") == "b");
  CHECK(baseline_among({{100, 30}, {100, 10}}, "none") == "b");
  CHECK(baseline_among({{100, 30}, partial(0, 10)}, "b") == "b");
  CHECK(baseline_among({{100, 30}, {100, 1, Verdict::wrong}}, "b").empty());
}

}  // namespace sudoku
