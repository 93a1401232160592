#include "harness/selftest/selftest.h"

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

const std::atomic<bool> kNever{false};

/// An engine that takes `ns` per puzzle by the fake clock.
Solver steady(const std::string& id, std::int64_t ns) {
  return fake_solver(
      id, [ns](const Grid&, const SolveLimits&, GridAnswer&) { FakeStopwatch::advance(ns, ns); });
}

Solver real(const std::string& id) {
  return {id, [id] { return find_engine(id)->make({}); }};
}

}  // namespace

TEST_CASE("the puzzles of the selftest are seeded and all different", "[selftest]") {
  const auto blocks = selftest_blocks(3, 4, 10);
  REQUIRE(blocks.size() == 4);
  for (const PuzzleBlock& block : blocks) CHECK(block.puzzles.size() == 10);
  CHECK(blocks[0].puzzles != blocks[1].puzzles);
  CHECK(selftest_blocks(3, 4, 10)[2].puzzles == blocks[2].puzzles);
  CHECK(selftest_blocks(4, 4, 10)[2].puzzles != blocks[2].puzzles);
}

TEST_CASE("only a slower engine shows a significant difference", "[selftest]") {
  FakeStopwatch stopwatch;
  const auto blocks = selftest_blocks(1, 16, 2);
  const bool is_slower = GENERATE(true, false);
  SolverComparison comparison({steady("a", 100), steady("b", is_slower ? 125 : 100)}, blocks, {},
                              stopwatch, kNever);
  const ComparisonSeries& series = comparison.repeat(3);
  CHECK(series.count == 3);
  CHECK(series.significant == (is_slower ? 3 : 0));
  CHECK(series.blocks == 3 * 16);
  CHECK(series.interfered == 0);
  REQUIRE(series.ratios.size() == 3);
  for (const Estimate& ratio : series.ratios) CHECK(ratio.value == (is_slower ? 0.8 : 1));
}

TEST_CASE("a third solver that slows down one of two changes their ratio", "[selftest]") {
  FakeStopwatch stopwatch;
  const auto blocks = selftest_blocks(1, 16, 2);
  // The warm-up makes an engine of `a`, and each pass makes two. The odd ones reset the time of
  // `b`.
  std::int64_t b_ns = 100;
  int made = 0;
  const auto with_make = [](const std::string& id, const std::function<void()>& when_made) {
    Solver solver = steady(id, 100);
    solver.places = 2;
    solver.make = [when_made, make = solver.make] {
      when_made();
      return make();
    };
    return solver;
  };
  const Solver a = with_make("a", [&] {
    if (++made % 2 == 1) b_ns = 100;
  });
  const auto third = [&](std::int64_t ns) { return with_make("c", [&b_ns, ns] { b_ns = ns; }); };
  const Solver b = fake_solver("b", [&b_ns](const Grid&, const SolveLimits&, GridAnswer&) {
    FakeStopwatch::advance(b_ns, b_ns);
  });
  const auto compare = [&](const Solver& c, unsigned count) {
    SolverComparison alone({a, b}, blocks, {}, stopwatch, kNever);
    SolverComparison with_third({a, b, c}, blocks, {}, stopwatch, kNever);
    const RatioChange change = compare_ratios(alone, with_third, count);
    CHECK(change.count == count);
    CHECK(alone.series().ratios.back().value == 1);
    return change.median->value;
  };
  CHECK(compare(third(100), 3) == 1);
  CHECK(compare(third(125), 1) == 0.8);
}

TEST_CASE("a stop ends the comparisons", "[selftest]") {
  FakeStopwatch stopwatch;
  const std::atomic<bool> stop{true};
  const auto blocks = selftest_blocks(1, 16, 2);
  SolverComparison comparison({steady("a", 1), steady("b", 1)}, blocks, {}, stopwatch, stop);
  CHECK(comparison.repeat(3).count == 0);
}

TEST_CASE("every injected fault is detected, and nothing else", "[selftest]") {
  SystemStopwatch stopwatch;
  const auto blocks = selftest_blocks(1, 8, 100);
  const std::vector<Solver> correct = {real("bitmask"), real("dlx")};
  const auto faults = inject_faults(real("bitmask"));
  CHECK(faults.size() == 4);
  for (const InjectedFault& fault : faults) {
    INFO(fault.what);
    CHECK(is_detected(fault, correct, blocks, stopwatch));
  }
  CHECK_FALSE(is_detected({"none", real("bitmask")}, correct, blocks, stopwatch));
  // A fault does not count as detected if another solver is reported, too.
  CHECK_FALSE(is_detected(faults[0], {faults[1].solver, real("dlx")}, blocks, stopwatch));
}

TEST_CASE("a slowed engine gives the same answers", "[selftest]") {
  const auto blocks = selftest_blocks(1, 1, 20);
  const auto engine = slowed_down(real("bitmask"), 0.5).make();
  SolveLimits limits;
  limits.max_solutions = 2;
  for (const GridAnswer& answer : solve_grids(*engine, grids_of(blocks[0].puzzles), limits)) {
    CHECK(answer.solutions == 1);
  }
}

}  // namespace sudoku
