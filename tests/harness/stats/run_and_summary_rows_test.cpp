#include "harness/stats/run_and_summary_rows.h"

#include <cstdint>
#include <string>
#include <vector>

#include "tests/catch.h"

namespace sudoku {
namespace {

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
  totals.wall_ns = static_cast<std::int64_t>(100 * result.block_ns);
  totals.wrong = result.verdict == Verdict::wrong ? 1 : 0;
  totals.disagreements = result.verdict == Verdict::disagreement ? 1 : 0;
  return totals;
}

/// Adds a repetition as a saved run.
void add_run(DatasetRows& rows, std::size_t engine, const Result& result, unsigned repetition = 0) {
  RunRow run;
  run.key.engine = rows.plan().engines[engine];
  run.repetition = repetition;
  run.totals = totals_of(result);
  run.verdict = result.verdict;
  rows.add_run(run);
}

void add_blocks(DatasetRows& rows, std::size_t engine, const Result& result) {
  Totals block;
  block.puzzles = block.solved = 1;
  block.wall_ns = block.cpu_ns = static_cast<std::int64_t>(result.block_ns);
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
  for (std::size_t i = 0; i < results.size(); ++i) {
    add_blocks(rows, i, results[i]);
    add_run(rows, i, results[i]);
  }
  return rows.summary();
}

}  // namespace

TEST_CASE("there are no speedups over a wrong baseline", "[run_and_summary_rows]") {
  const std::vector<Result> results = {{100, 30}, {100, 1, Verdict::wrong}};
  for (const SummaryRow& row : summary_of(results, "b")) {
    CHECK(row.baseline.empty());
    CHECK(row.refused_baseline == "b");
    CHECK_FALSE(row.speedup.ratio);
  }
}

TEST_CASE("a wrong engine has no scores", "[run_and_summary_rows]") {
  const auto rows = summary_of({{100, 30}, {100, 10, Verdict::wrong}});
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].speedup.ratio->value == Approx(1));
  CHECK(rows[0].par2_s);
  CHECK(rows[1].baseline == "a");
  CHECK_FALSE(rows[1].speedup.ratio);
  CHECK_FALSE(rows[1].par2_s);
  CHECK_FALSE(rows[1].block_ns);
}

TEST_CASE("a success rate needs all repetitions in full", "[run_and_summary_rows]") {
  const auto row_of = [](unsigned isomorphs, std::vector<std::uint64_t> puzzles) {
    DatasetPlan plan = plan_of(1);
    plan.isomorphs = isomorphs;
    DatasetRows rows(plan);
    for (unsigned i = 0; i < puzzles.size(); ++i) {
      RunRow run;
      run.repetition = i;
      run.engine_seed = 1;
      run.totals.puzzles = puzzles[i];
      run.totals.solved = 12;
      run.totals.gave_up = puzzles[i] - 12;
      run.verdict = Verdict::incomplete;
      run.key.engine = "a";
      rows.add_run(run);
    }
    rows.set_success_squares(0, 200);
    return rows.summary().front();
  };
  const SummaryRow row = row_of(1, {20, 20, 20, 20, 20});
  REQUIRE(row.success);
  CHECK(row.success->value == Approx(0.6));
  CHECK(row.success->interval->low == Approx(estimate_share({20, 5, 60, 200})->interval->low));
  CHECK(row.success_squares == std::uint64_t{200});
  // Five puzzles, each tried as often as it has isomorphs.
  CHECK(row_of(4, {20, 20, 20, 20, 20}).success->interval->low ==
        Approx(estimate_share({5, 20, 60, 200})->interval->low));
  CHECK_FALSE(row_of(1, {20, 20, 20, 20, 19}).success);
  DatasetRows without(plan_of(1));
  add_run(without, 0, {});
  CHECK_FALSE(without.summary().front().success);
}

TEST_CASE("an engine that hit a limit has a bound and no median", "[run_and_summary_rows]") {
  const auto rows = summary_of({{100, 10}, partial(40, 50)});
  CHECK(rows[1].speedup.bound == Bound::at_most);
  CHECK(rows[1].speedup.ratio->value == Approx(0.2));
  CHECK_FALSE(rows[1].block_ns);
  CHECK(rows[0].block_ns->value == 10);
}

TEST_CASE("the run row of a repetition is the sum of its parts", "[run_and_summary_rows]") {
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
  CHECK(row.latencies.max() == 50);
}

TEST_CASE("the order of the engines starts anew with each part", "[run_and_summary_rows]") {
  // Blocks 0 and 1 make a pair, as do 2 and 3. The first part has one block more.
  DatasetRows rows(plan_of(2));
  const auto add = [&rows](std::int64_t a_ns, std::int64_t b_ns) {
    Totals block;
    block.puzzles = block.solved = 1;
    block.wall_ns = block.cpu_ns = a_ns;
    rows.add_block(0, block);
    block.wall_ns = block.cpu_ns = b_ns;
    rows.add_block(1, block);
  };
  rows.begin_part();
  add(10, 1000);
  rows.begin_part();
  add(10, 20);
  add(10, 20);
  add_run(rows, 0, {100, 10});
  add_run(rows, 1, {100, 20});
  const auto summary = rows.summary();
  CHECK(summary[1].speedup.blocks == 2);
  CHECK(summary[1].speedup.ratio->value == Approx(0.5));
}

TEST_CASE("answers that change between repetitions are detected", "[run_and_summary_rows]") {
  DatasetRows rows(plan_of(1));
  const std::vector<std::optional<std::uint64_t>> seeds(1);
  const auto repeat = [&](std::uint64_t digest) {
    Totals totals = totals_of({});
    totals.answer_digest = digest;
    rows.add_totals(0, totals);
    const bool has_changed = rows.has_changed_answers(0);
    rows.end_repetition(false, seeds);
    return has_changed;
  };
  CHECK_FALSE(repeat(1));
  CHECK_FALSE(repeat(1));
  CHECK(repeat(2));
}

TEST_CASE("a skipped solver has a row without numbers", "[run_and_summary_rows]") {
  DatasetPlan plan = plan_of(1);
  plan.skipped = {{"mine", Verdict::unavailable}};
  DatasetRows rows(plan);
  add_blocks(rows, 0, {});
  add_run(rows, 0, {});
  const auto summary = rows.summary();
  REQUIRE(summary.size() == 2);
  CHECK(summary[1].key.engine == "mine");
  CHECK(summary[1].verdict == Verdict::unavailable);
  CHECK(summary[1].baseline == "a");
  CHECK(summary[1].totals.puzzles == 0);
}

TEST_CASE("a plan is read from the run rows of its dataset", "[run_and_summary_rows]") {
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
