#include "harness/selftest/selftest.h"

#include "engines/registry.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

const std::atomic<bool> kNever{false};

/// An engine that takes so long for a puzzle, by the fake clock.
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

TEST_CASE("engines that take as long are not told apart", "[selftest]") {
  FakeStopwatch stopwatch;
  const auto blocks = selftest_blocks(1, 16, 2);
  const Trials trials =
      compare_repeatedly(steady("a", 100), steady("b", 100), blocks, 5, stopwatch, kNever);
  CHECK(trials.count == 5);
  CHECK(trials.told_apart == 0);
  CHECK(trials.blocks == 5 * 16);
  CHECK(trials.interfered == 0);
}

TEST_CASE("engines that do not are told apart", "[selftest]") {
  FakeStopwatch stopwatch;
  const auto blocks = selftest_blocks(1, 16, 2);
  const Trials trials =
      compare_repeatedly(steady("a", 100), steady("b", 125), blocks, 3, stopwatch, kNever);
  CHECK(trials.told_apart == 3);
  CHECK(trials.ratios == std::vector<double>(3, 0.8));
}

TEST_CASE("a stop ends the trials", "[selftest]") {
  FakeStopwatch stopwatch;
  const std::atomic<bool> stop{true};
  const auto blocks = selftest_blocks(1, 16, 2);
  CHECK(compare_repeatedly(steady("a", 1), steady("b", 1), blocks, 3, stopwatch, stop).count == 0);
}

TEST_CASE("every planted fault is caught, and nothing where there is none", "[selftest]") {
  SystemStopwatch stopwatch;
  const auto blocks = selftest_blocks(1, 8, 100);
  const std::vector<Solver> honest = {real("bitmask"), real("dlx")};
  const auto faults = planted_faults(real("bitmask"));
  CHECK(faults.size() == 4);
  for (const PlantedFault& fault : faults) {
    INFO(fault.what);
    CHECK(is_caught(fault, honest, blocks, stopwatch));
  }
  CHECK_FALSE(is_caught({"none", real("bitmask")}, honest, blocks, stopwatch));
  // The fault does not count as detected if a correct engine is reported as wrong, too.
  CHECK_FALSE(is_caught(faults[0], {faults[1].solver, real("dlx")}, blocks, stopwatch));
}

TEST_CASE("an engine that is slowed down answers all the same", "[selftest]") {
  const auto blocks = selftest_blocks(1, 1, 20);
  const auto engine = slowed_down(real("bitmask"), 0.5).make();
  SolveLimits limits;
  limits.max_solutions = 2;
  for (const GridAnswer& answer : solve_grids(*engine, grids_of(blocks[0].puzzles), limits)) {
    CHECK(answer.solutions == 1);
  }
}

}  // namespace sudoku
