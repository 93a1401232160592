#include "harness/stats/dataset_rows.h"

#include <cstdint>
#include <string>
#include <vector>

#include "tests/catch.h"

namespace sudoku {
namespace {

/// An engine that answered so many of a hundred puzzles, in twelve blocks that take as long.
Standing standing_of(std::uint64_t solved, double block_ns, Verdict verdict = Verdict::ok) {
  Standing standing;
  standing.verdict = verdict;
  standing.rates = {1};
  Totals& totals = standing.tally.totals;
  totals.puzzles = 100;
  totals.solved = solved;
  totals.timeouts = 100 - solved;
  totals.wall_ns = static_cast<std::int64_t>(100 * block_ns);
  const BlockTime time{block_ns, block_ns, solved < 100};
  for (int i = 0; i < 12; ++i) standing.tally.blocks.emplace_back(time);
  return standing;
}

Standing partial(std::uint64_t solved, double block_ns) {
  return standing_of(solved, block_ns, Verdict::partial);
}

/// Of engines a, b, c, ...
SummaryPlan plan_of(const std::vector<Standing>& standings, const std::string& baseline = {}) {
  SummaryPlan plan;
  for (std::size_t i = 0; i < standings.size(); ++i) {
    plan.engines.emplace_back(1, static_cast<char>('a' + i));
  }
  plan.repetitions = 1;
  plan.baseline = baseline;
  return plan;
}

std::string baseline_among(const std::vector<Standing>& standings, const std::string& asked = {}) {
  return baseline_of(plan_of(standings, asked), standings);
}

}  // namespace

TEST_CASE("the baseline is the fastest of those that answered everything", "[summary]") {
  CHECK(baseline_among({standing_of(100, 30), standing_of(100, 10), standing_of(100, 20)}) == "b");
  CHECK(baseline_among({standing_of(100, 30), partial(99, 10)}) == "a");
  CHECK(baseline_among({standing_of(100, 30), standing_of(99, 10)}) == "a");
  CHECK(baseline_among({standing_of(100, 30), partial(100, 10)}) == "a");
  CHECK(baseline_among({standing_of(100, 30), standing_of(100, 10, Verdict::interfered)}) == "b");
}

TEST_CASE("without one, the baseline is the one that answered most", "[summary]") {
  CHECK(baseline_among({partial(5, 1), partial(60, 1000), partial(59, 10)}) == "b");
  CHECK(baseline_among({partial(60, 1000), partial(60, 10)}) == "b");
  CHECK(baseline_among({partial(0, 1), partial(1, 1000)}) == "b");
  CHECK(baseline_among({partial(0, 1), partial(0, 2)}).empty());
  CHECK(baseline_among({}).empty());
}

TEST_CASE("whose answers are wrong or disputed is not the baseline by itself", "[summary]") {
  const Standing wrong = standing_of(100, 1, Verdict::wrong);
  const Standing odd = standing_of(100, 2, Verdict::disagreement);
  CHECK(baseline_among({wrong, odd, standing_of(100, 30)}) == "c");
  CHECK(baseline_among({wrong, odd, partial(3, 30)}) == "c");
  CHECK(baseline_among({wrong, odd}) == "b");
  CHECK(baseline_among({wrong, wrong}).empty());
  Standing broken = standing_of(100, 1);
  broken.tally.totals.failed = 1;
  CHECK(is_disqualified(broken));
  CHECK(baseline_among({broken, standing_of(100, 30)}) == "b");
}

TEST_CASE("a baseline that is asked for is taken, unless it is wrong", "[summary]") {
  CHECK(baseline_among({standing_of(100, 30), partial(99, 10)}, "b") == "b");
  CHECK(baseline_among({standing_of(100, 30), standing_of(100, 10)}, "none") == "b");
  CHECK(baseline_among({standing_of(100, 30), partial(0, 10)}, "b") == "b");
  const std::vector<Standing> standings = {standing_of(100, 30),
                                           standing_of(100, 1, Verdict::wrong)};
  CHECK(baseline_among(standings, "b").empty());
  for (const SummaryRow& row : summarise(plan_of(standings, "b"), standings)) {
    CHECK(row.baseline.empty());
    CHECK(row.refused_baseline == "b");
    CHECK_FALSE(row.ratio.times);
  }
}

TEST_CASE("a wrong engine has no scores", "[summary]") {
  const std::vector<Standing> standings = {standing_of(100, 30),
                                           standing_of(100, 10, Verdict::wrong)};
  const auto rows = summarise(plan_of(standings), standings);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].ratio.times->median == Approx(1));
  CHECK(rows[0].par2_s);
  CHECK(rows[1].baseline == "a");
  CHECK_FALSE(rows[1].ratio.times);
  CHECK_FALSE(rows[1].par2_s);
  CHECK_FALSE(rows[1].block_ns);
}

TEST_CASE("how often a stochastic engine succeeds is known where no pass ended early",
          "[summary]") {
  Standing standing = standing_of(60, 10, Verdict::incomplete);
  standing.tally.totals.timeouts = 0;
  standing.tally.totals.gave_up = 40;
  standing.pass_puzzles = 20;
  standing.success_squares = 200;
  SummaryPlan plan = plan_of({standing});
  plan.repetitions = 5;
  SummaryRow row = summarise(plan, {standing}).front();
  REQUIRE(row.success);
  const auto expected = estimate_share({20, 5, 60, 200});
  CHECK(row.success->share == Approx(0.6));
  CHECK(row.success->interval.low == Approx(expected->interval.low));
  CHECK(row.success_squares == std::uint64_t{200});

  plan.isomorphs = 4;  // five puzzles, each of which is tried as often as it has isomorphs
  row = summarise(plan, {standing}).front();
  CHECK(row.success->interval.low == Approx(estimate_share({5, 20, 60, 200})->interval.low));

  plan.repetitions = 6;
  CHECK_FALSE(summarise(plan, {standing}).front().success);
  standing.success_squares.reset();
  plan.repetitions = 5;
  CHECK_FALSE(summarise(plan, {standing}).front().success);
}

TEST_CASE("seeds that take other times do not make an engine noisy", "[summary]") {
  Standing standing = standing_of(100, 10);
  standing.rates = {1, 2};
  CHECK(summarise(plan_of({standing}), {standing}).front().verdict == Verdict::noisy);
  standing.success_squares = 100;
  CHECK(summarise(plan_of({standing}), {standing}).front().verdict == Verdict::ok);
}

TEST_CASE("what was cut short is compared by a bound, and has no median", "[summary]") {
  const std::vector<Standing> standings = {standing_of(100, 10), partial(40, 50)};
  const auto rows = summarise(plan_of(standings), standings);
  CHECK(rows[1].ratio.bound == Bound::at_most);
  CHECK(rows[1].ratio.times->median == Approx(0.2));
  CHECK_FALSE(rows[1].block_ns);
  CHECK(rows[0].block_ns->median == 10);
}

}  // namespace sudoku
