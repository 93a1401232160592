#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/stats/rows.h"
#include "tests/catch.h"

namespace sudoku {
namespace {

/// Returns the totals of an engine that solved a hundred puzzles.
Totals totals_of(std::int64_t puzzle_ns) {
  Totals totals;
  totals.puzzles = totals.solved = 100;
  totals.wall_ns = totals.time_ns = 100 * puzzle_ns;
  return totals;
}

/// Ends a repetition in which the engines had these totals. The seed is that of all engines.
std::vector<RunRow> repeat(DatasetRows& rows, const std::vector<Totals>& totals,
                           std::optional<std::uint64_t> seed = {}) {
  for (std::size_t i = 0; i < totals.size(); ++i) rows.add_totals(i, totals[i]);
  return rows.end_repetition(false, std::vector(totals.size(), seed));
}

DatasetPlan plan_of(std::size_t engines) {
  DatasetPlan plan;
  for (std::size_t i = 0; i < engines; ++i) {
    plan.engines.emplace_back(1, static_cast<char>('a' + i));
  }
  return plan;
}

}  // namespace

TEST_CASE("a success rate needs all repetitions in full", "[dataset_rows]") {
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
  repeat(without, {totals_of(10)});
  CHECK_FALSE(without.summary().front().success);
}

TEST_CASE("the noise of a repetition depends on the interval of its own blocks", "[dataset_rows]") {
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

TEST_CASE("interference does not widen the interval that it is compared with", "[dataset_rows]") {
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
  CHECK(rows.summary().front().noise == Noise::interfered);
}

TEST_CASE("the noise of a summary row is that of all repetitions", "[dataset_rows]") {
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

TEST_CASE("the order of the engines starts anew with each part", "[dataset_rows]") {
  // Blocks 0 and 1 make a pair, as do 2 and 3. The first part has one block, which makes no pair.
  DatasetRows rows(plan_of(2));
  const auto add = [&rows](std::int64_t a_ns, std::int64_t b_ns) {
    Totals block;
    block.puzzles = block.solved = 1;
    for (const auto& [engine, ns] : {std::pair(0U, a_ns), std::pair(1U, b_ns)}) {
      block.wall_ns = block.time_ns = ns;
      rows.add_block(engine, block);
    }
  };
  rows.begin_part();
  add(10, 1000);
  rows.begin_part();
  add(10, 20);
  add(10, 20);
  repeat(rows, {totals_of(10), totals_of(20)});
  CHECK(rows.summary()[1].speedup.blocks == 2);
  CHECK(rows.summary()[1].speedup.ratio->value == Approx(0.5));
}

}  // namespace sudoku
