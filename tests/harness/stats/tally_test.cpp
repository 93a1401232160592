#include "harness/stats/tally.h"

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// Returns solvers with these ids that are never run.
std::vector<Solver> solvers_of(std::initializer_list<const char*> ids) {
  std::vector<Solver> solvers;
  for (const char* id : ids) {
    solvers.push_back(fake_solver(id, [](const Grid&, const SolveLimits&, GridAnswer&) {}));
  }
  return solvers;
}

DatasetPlan plan_of(const std::vector<Solver>& solvers) {
  DatasetPlan plan;
  plan.key.dataset = "d.txt";
  plan.key.max_solutions = 2;
  for (const Solver& solver : solvers) plan.engines.push_back(solver.id);
  return plan;
}

/// Time and answer of an engine for each puzzle.
struct Work {
  std::int64_t ns;
  std::uint64_t solutions;
};

/// Returns a sample of a block of two puzzles. They have several solutions; the dataset expects
/// none.
BlockSample sample_of(std::initializer_list<Work> engines) {
  BlockSample sample;
  for (std::uint64_t i = 0; i < 2; ++i) {
    sample.block.puzzles.push_back(numbered_puzzle(i));
    sample.block.lines.push_back(i + 1);
    sample.block.expectations.push_back({std::uint64_t{0}, {}});
  }
  for (const Work& work : engines) {
    EngineSample& engine = sample.engines.emplace_back(blank_sample(sample.block.puzzles));
    for (SolveResult& result : engine.results) {
      result.outcome = Outcome::exhausted;
      result.solutions = work.solutions;
    }
    engine.puzzle_ns = {work.ns, work.ns};
    engine.wall_ns = engine.cpu_ns = 2 * work.ns;
  }
  return sample;
}

const std::vector<std::optional<std::uint64_t>> kNoSeeds(2);

/// Adds a sample and returns its rows.
std::vector<BlockRow> add(Tally& tally, const BlockSample& sample) {
  auto rows = block_rows(sample, tally.names());
  tally.add(rows, sample);
  return rows;
}

}  // namespace

TEST_CASE("a tally reports engines that change their answers in a whole repetition", "[tally]") {
  for (const bool ended_early : {false, true}) {
    const auto solvers = solvers_of({"a", "b"});
    Tally tally(plan_of(solvers), solvers);
    for (std::uint64_t repetition = 0; repetition < 2; ++repetition) {
      tally.begin_repetition();
      add(tally, sample_of({{10, 1}, {10, 1 + repetition}}));
      const auto [runs, changed] = tally.end_repetition(0, ended_early, kNoSeeds);
      const bool has_changed = repetition == 1 && !ended_early;
      CHECK(changed == std::vector<std::size_t>(has_changed ? 1 : 0, 1));
      CHECK(runs[1].totals.wrong == changed.size());
    }
    CHECK((tally.summary()[1].verdict == Verdict::wrong) == !ended_early);
  }
}

TEST_CASE("a tally compares expected counts with the answers of the first repetition", "[tally]") {
  const auto solvers = solvers_of({"a", "b"});
  Tally tally(plan_of(solvers), solvers);
  for (int repetition = 0; repetition < 2; ++repetition) {
    add(tally, sample_of({{10, 1}, {10, 1}}));
    tally.end_repetition(0, false, kNoSeeds);
  }
  CHECK(tally.expectation_note("clues").find("2 of 2 values contradict") != std::string::npos);
}

}  // namespace sudoku
