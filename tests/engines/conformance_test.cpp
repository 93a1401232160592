// Tests the contract of engines for every engine, and the orders of `stack` and `naive`.

#include "harness/check/conformance.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engines/registry.h"
#include "engines/rules.h"
#include "harness/check/conformance_cases.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// Stops an engine that hangs. Each search takes less than a tenth of it.
constexpr std::chrono::minutes kPatience{2};

constexpr std::string_view kUnique =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// Differs in one clue and has 295 solutions. Slow engines need some time.
constexpr std::string_view k295 =
    "8..........36......7..9.2...8...7.......457.....1...3...1....68..85...1..9....4..";

constexpr std::string_view kSolved =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

SolveLimits patient_limit_of(std::uint64_t max_solutions) {
  SolveLimits limits = limit_of(max_solutions);
  limits.max_time = kPatience;
  return limits;
}

/// Compares everything that follows from the puzzle and the limits.
void check_same(const GridAnswer& result, const GridAnswer& expected) {
  CHECK((result.solutions == expected.solutions));
  CHECK(result.guesses == expected.guesses);
  CHECK(result.outcome == expected.outcome);
  CHECK(result.has_solution == expected.has_solution);
  if (expected.has_solution && expected.solutions != 0) {
    CHECK(result.first_solution == expected.first_solution);
  }
}

BoardAnswer solve_case(Engine& engine, const ConformanceCase& question, const SolveLimits& limits) {
  SolveResult result;
  OwnedBoard solution(question.shape());
  engine.solve(question.puzzle(), limits, {{&result, 1}, solution.cells()}, nullptr);
  return {result, question.puzzle(), limits, std::move(solution)};
}

/// Runs all checks on all engines that support the shape.
void check_conformance(const Shape& shape) {
  INFO("boxes of " << int{shape.box_rows} << "x" << int{shape.box_columns});
  for (const EngineInfo& info : all_engines()) {
    INFO("engine " << info.id);
    if (!info.runs_here() || !supports(info.traits, shape)) continue;
    SolverUnderTest solver;
    solver.shape = shape;
    solver.make = [&info](std::uint64_t) { return executor_of([&info] { return info.make({}); }); };
    solver.takes_blocks = has(info.traits, EngineTraits::kBlock);
    solver.is_incomplete = has(info.traits, EngineTraits::kIncomplete);
    solver.supports_candidates = supports(info.traits, BoardKind(shape).with_candidates());
    for (const ConformanceCheck& check : conformance_checks()) {
      INFO(check.name);
      if (!applies_to(check, solver)) continue;
      ConformanceTester tester(solver, kPatience);
      CHECK_NOTHROW(check.run(tester));
    }
  }
}

}  // namespace

TEST_CASE("engines overwrite old results", "[conformance]") {
  for_each_engine_and_traits([](Engine& engine, EngineTraits traits) {
    SolveResult result{7, 7, Outcome::failed, false, false};
    Grid solution;
    const Grid puzzle = grid_of(kUnique);
    engine.solve(puzzle, patient_limit_of(2), {{&result, 1}, cells_of({&solution, 1})}, nullptr);
    CHECK((result.solutions == 1));
    CHECK(result.outcome == Outcome::exhausted);
    CHECK(result.has_solution == !has(traits, EngineTraits::kCountsOnly));
  });
}

TEST_CASE("the longest time limit is supported", "[conformance]") {
  for_each_engine([](Engine& engine) {
    SolveLimits limits = limit_of(2000);  // enough for several checks of the time
    limits.max_time = std::chrono::nanoseconds::max();
    CHECK(solve_one(engine, Grid{}, limits).outcome == Outcome::solution_limit);
  });
}

TEST_CASE("every engine passes the conformance checks", "[conformance]") {
  check_conformance(k9x9);
}

TEST_CASE("engines for other shapes pass the conformance checks", "[conformance][slow-emulated]") {
  check_conformance(GENERATE(Shape{2, 2}, Shape{3, 2}, Shape{3, 4}, Shape{5, 5}, Shape{6, 6},
                             Shape{1, 2}, Shape{1, 5}, Shape{1, 6}));
}

TEST_CASE("a hard puzzle with many solutions is counted", "[conformance]") {
  for_each_engine([](Engine& engine) {
    const GridAnswer result = solve_one(engine, grid_of(k295), patient_limit_of(0));
    CHECK((result.solutions == 295));
    CHECK(result.outcome == Outcome::exhausted);
  });
}

TEST_CASE("an engine returns solutions unless its traits say that it only counts",
          "[conformance]") {
  for_each_engine_and_traits([](Engine& engine, EngineTraits traits) {
    for (const std::uint64_t limit : {0U, 1U, 1000U}) {
      SolutionList list;
      const ConformanceCases cases = ambiguous_puzzles(k9x9);
      const Grid& puzzle = as_grid(cases.back().puzzle());
      const GridAnswer result = solve_one(engine, puzzle, limit_of(limit), &list);
      CHECK(result.has_solution != has(traits, EngineTraits::kCountsOnly));
      CHECK(list.solutions.empty() == has(traits, EngineTraits::kCountsOnly));
    }
  });
}

TEST_CASE("a search tree with n solutions has at least n leaves", "[conformance]") {
  for_each_engine([](Engine& engine) {
    for (const ConformanceCase& question : ambiguous_puzzles(k9x9)) {
      const Grid& puzzle = as_grid(question.puzzle());
      INFO("puzzle " << format_line(puzzle));
      CHECK(solve_one(engine, puzzle, patient_limit_of(0)).guesses + 1 >= question.solutions);
    }
  });
}

TEST_CASE("an engine that is stopped before it starts searches nothing", "[conformance]") {
  const std::atomic<bool> stop{true};
  SolveLimits limits = limit_of(0);
  limits.stop = &stop;
  const BoardList block = mixed_block(k9x9);
  const std::span<const Grid> puzzles = grids_of(block);
  for_each_engine([&](Engine& engine) {
    SolutionList list;
    const auto results = solve_grids(engine, puzzles, limits, &list);
    CHECK(list.solutions.empty());
    for (const SolveResult& result : results) {
      CHECK(result.outcome == Outcome::stopped);
      CHECK((result.solutions == 0));
      CHECK(result.guesses == 0);
    }
  });
}

TEST_CASE("a stop signal stops a running search", "[conformance]") {
  for_each_engine_and_traits([](Engine& engine, EngineTraits traits) {
    if (has(traits, EngineTraits::kCountsOnly)) return;
    StopAfterSolutions sink(1);
    SolveLimits limits = limit_of(0);
    limits.stop = &sink.stop;
    const std::array<Grid, 2> puzzles{Grid{}, grid_of(kSolved)};
    const auto results = solve_grids(engine, puzzles, limits, &sink);
    CHECK(results[0].outcome == Outcome::stopped);
    CHECK((results[0].solutions >= 1));
    // An engine for blocks may have finished this puzzle already.
    if (!has(traits, EngineTraits::kBlock)) CHECK(results[1].outcome == Outcome::stopped);
  });
}

TEST_CASE("a deadline stops the call", "[conformance]") {
  for_each_engine([](Engine& engine) {
    SolveLimits limits = limit_of(0);
    limits.deadline = std::chrono::steady_clock::now();
    const std::array<Grid, 2> puzzles{Grid{}, grid_of(kSolved)};
    const auto results = solve_grids(engine, puzzles, limits);
    CHECK(results[0].outcome == Outcome::stopped);
    CHECK(results[1].outcome == Outcome::stopped);
    CHECK((results[1].solutions == 0));
  });
}

TEST_CASE("a deadline stops a block without searches", "[conformance]") {
  Grid clashing = grid_of(kSolved);
  clashing[80] = clashing[79];
  const std::vector<Grid> puzzles(1000, clashing);
  for_each_engine_at_all([&puzzles](Engine& engine, EngineTraits) {
    SolveLimits limits = limit_of(1);
    limits.deadline = std::chrono::steady_clock::now();
    const auto results = solve_grids(engine, puzzles, limits);
    CHECK(results.back().outcome == Outcome::stopped);
  });
}

TEST_CASE("puzzles that were not started report guesses like the others", "[conformance]") {
  for_each_engine_at_all([](Engine& engine, EngineTraits) {
    const GridAnswer answered = solve_one(engine, grid_of(kSolved), limit_of(1));
    std::atomic<bool> stop{true};
    SolveLimits limits = limit_of(1);
    limits.stop = &stop;
    CHECK(solve_one(engine, grid_of(kSolved), limits).has_guesses == answered.has_guesses);
  });
}

TEST_CASE("a call after a limit was hit is right", "[conformance]") {
  SolveLimits by_time = limit_of(0);
  by_time.max_time = std::chrono::milliseconds(1);
  SolveLimits by_deadline = limit_of(0);
  by_deadline.deadline = std::chrono::steady_clock::now();
  SolveLimits by_guesses = limit_of(0);
  by_guesses.max_guesses = 100;
  for_each_engine([&](Engine& engine) {
    for (const SolveLimits& limits : {by_time, by_deadline, by_guesses, limit_of(1)}) {
      solve_one(engine, Grid{}, limits);
      for (const ConformanceCase& question : ambiguous_puzzles(k9x9)) {
        const SolveLimits patient = patient_limit_of(0);
        CHECK_NOTHROW(check_answer(solve_case(engine, question, patient), question));
      }
    }
  });
}

TEST_CASE("stack in column order lists solutions in this order", "[conformance]") {
  const auto engine = find_engine("stack")->make({CellOrder::column});
  SolutionList five;
  solve_one(*engine, as_grid(ambiguous_puzzles(k9x9)[0].puzzle()), limit_of(0), &five);
  REQUIRE(five.solutions.size() == 5);
  CHECK(format_line(five.solutions.front()) ==
        "574981623961523478283647591417832956698154237352769184729418365135276849846395712");
  SolutionList many;
  solve_one(*engine, as_grid(ambiguous_puzzles(k9x9)[2].puzzle()), limit_of(0), &many);
  REQUIRE(many.solutions.size() == 237);
  CHECK(format_line(many.solutions.back()) ==
        "269543178847961523531782694974156382125839746386274915698415237452397861713628459");
}

TEST_CASE("stack in row order searches the same tree as naive", "[conformance]") {
  const auto stack = find_engine("stack")->make({CellOrder::row});
  const auto naive = find_engine("naive")->make({});
  for (const ConformanceCase& question : ambiguous_puzzles(k9x9)) {
    const Grid& puzzle = as_grid(question.puzzle());
    INFO("puzzle " << format_line(puzzle));
    SolutionList of_stack;
    SolutionList of_naive;
    const GridAnswer result = solve_one(*stack, puzzle, limit_of(0), &of_stack);
    check_same(result, solve_one(*naive, puzzle, limit_of(0), &of_naive));
    CHECK((of_stack.solutions == of_naive.solutions));
  }
}

}  // namespace sudoku
