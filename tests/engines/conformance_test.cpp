// Tests the contract of engines for every engine and shape: the checks of the command
// `conformance`, limits, stop requests, and the orders of `stack` and `naive`. agreement_test.cpp
// checks the answers to random puzzles.

#include "harness/check/conformance.h"

#include <array>
#include <chrono>

#include "harness/check/conformance_cases.h"
#include "harness/puzzle/owned_boards.h"
#include "tests/catch.h"
#include "tests/engines/board_source.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

using Clock = std::chrono::steady_clock;

/// Stops an engine that hangs. Each search takes less than a tenth of it.
constexpr std::chrono::minutes kPatience{2};

/// Shapes with boards so large that no engine finishes an empty one.
constexpr Shape kEndless[] = {k9x9, {6, 6}, {8, 8}, {1, 64}};

SolveResult solve(Engine& engine, const Board& puzzle, const SolveLimits& limits) {
  return solve_block(engine, puzzle, limits).front();
}

/// Calls `check(engine, traits)` for every complete engine that supports the shape.
template <typename Check>
void for_each_engine_of(const Shape& shape, Check&& check) {
  INFO("boxes of " << int{shape.box_rows} << "x" << int{shape.box_columns});
  for_each_engine_and_traits([&](Engine& engine, EngineTraits traits) {
    if (supports(traits, shape)) check(engine, traits);
  });
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

/// Returns the solutions of a puzzle in the order of an engine.
std::vector<std::string> list(std::string_view id, CellOrder order, const Board& puzzle) {
  std::vector<std::vector<std::uint8_t>> cells(1);
  SolutionLists sink(cells);
  solve_block(*find_engine(id)->make({order}), puzzle, limit_of(0), {}, &sink);
  const Boards solutions{puzzle.shape, cells[0]};
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < solutions.size(); ++i) lines.push_back(format_line(solutions[i]));
  return lines;
}

}  // namespace

TEST_CASE("every engine passes the conformance checks", "[conformance]") {
  check_conformance(k9x9);
}

TEST_CASE("engines for other shapes pass the conformance checks", "[conformance][slow-emulated]") {
  check_conformance(GENERATE(Shape{2, 2}, Shape{3, 2}, Shape{3, 4}, Shape{5, 5}, Shape{6, 6},
                             Shape{1, 2}, Shape{1, 5}, Shape{1, 6}));
}

TEST_CASE("engines can change the shape between calls", "[conformance]") {
  for_each_engine_of({6, 6}, [](Engine& engine, EngineTraits) {
    SolveLimits few_guesses = limit_of(1);
    few_guesses.max_guesses = 5000;
    for (int call = 0; call < 2; ++call) {
      CHECK((solve(engine, OwnedBoard({2, 2}), limit_of(0)).solutions == 288));
      CHECK((solve(engine, Grid{}, limit_of(3)).solutions == 3));
      solve(engine, OwnedBoard({6, 6}), few_guesses);
    }
  });
}

TEST_CASE("engines overwrite old results", "[conformance]") {
  for_each_engine_and_traits([](Engine& engine, EngineTraits traits) {
    SolveResult result{7, 7, Outcome::failed, false, false};
    const ConformanceCase question = unique_puzzles(k9x9).front();
    engine.solve(question.puzzle(), limit_of(2), {{&result, 1}, {}}, nullptr);
    CHECK((result.solutions == 1));
    CHECK(result.outcome == Outcome::exhausted);
    CHECK(result.has_solution == !has(traits, EngineTraits::kCountsOnly));
  });
}

TEST_CASE("the longest time limit is supported", "[conformance]") {
  for_each_engine([](Engine& engine) {
    SolveLimits limits = limit_of(2000);  // enough for several checks of the time
    limits.max_time = std::chrono::nanoseconds::max();
    CHECK(solve(engine, Grid{}, limits).outcome == Outcome::solution_limit);
  });
}

TEST_CASE("engines stop at the limit of guesses", "[conformance]") {
  for (const Shape shape : {Shape{2, 3}, Shape{4, 4}, Shape{5, 5}}) {
    for_each_engine_of(shape, [&](Engine& engine, EngineTraits) {
      for (const std::uint64_t most : {1U, 7U, 500U}) {
        SolveLimits limits = limit_of(0);
        limits.max_guesses = most;
        const SolveResult result = solve(engine, OwnedBoard(shape), limits);
        CHECK(result.outcome == Outcome::guess_limit);
        CHECK(result.guesses == most);
      }
    });
  }
}

// Real time is the subject. No engine finishes these boards.
TEST_CASE("a time limit and a deadline stop a search", "[conformance]") {
  const Shape shape = GENERATE(from_range(std::begin(kEndless), std::end(kEndless)));
  BoardList puzzles(shape);
  puzzles.resize(2);
  if (shape.side() == 36) {
    // Leads to conflicts instead of solutions.
    const BoardSource::Cells hard = BoardSource(shape, 1).filled(38);
    puzzles.set(0, {shape, hard});
  }
  for_each_engine_of(shape, [&](Engine& engine, EngineTraits) {
    SolveLimits by_time = limit_of(0);
    by_time.max_time = std::chrono::milliseconds(1);
    CHECK(solve(engine, puzzles[0], by_time).outcome == Outcome::timeout);
    for (const int milliseconds : {0, 20}) {
      SolveLimits by_deadline = limit_of(0);
      by_deadline.deadline = Clock::now() + std::chrono::milliseconds(milliseconds);
      for (const SolveResult& result : solve_block(engine, puzzles, by_deadline)) {
        CHECK(result.outcome == Outcome::stopped);
      }
    }
  });
}

TEST_CASE("a stop signal stops a running search", "[conformance]") {
  const Shape shape = GENERATE(Shape{2, 3}, k9x9);
  BoardList puzzles(shape);
  puzzles.resize(2);
  for_each_engine_of(shape, [&](Engine& engine, EngineTraits traits) {
    if (has(traits, EngineTraits::kCountsOnly)) return;
    StopAfterSolutions sink(1);
    SolveLimits limits = limit_of(0);
    limits.stop = &sink.stop;
    const auto results = solve_block(engine, puzzles, limits, {}, &sink);
    CHECK(results[0].outcome == Outcome::stopped);
    CHECK((results[0].solutions >= 1));
    CHECK(results[1].outcome == Outcome::stopped);
  });
}

TEST_CASE("a deadline stops a block without searches", "[conformance]") {
  std::vector<Grid> puzzles(1000, as_grid(wrong_grids(k9x9).front().puzzle()));
  for_each_engine_at_all([&puzzles](Engine& engine, EngineTraits) {
    SolveLimits limits = limit_of(1);
    limits.deadline = Clock::now();
    CHECK(solve_grids(engine, puzzles, limits).back().outcome == Outcome::stopped);
  });
}

TEST_CASE("puzzles that were not started report guesses like the others", "[conformance]") {
  const ConformanceCase full = complete_grid(k9x9);
  for_each_engine_at_all([&full](Engine& engine, EngineTraits) {
    const std::atomic<bool> stop{true};
    SolveLimits limits = limit_of(1);
    limits.stop = &stop;
    CHECK(solve(engine, full.puzzle(), limits).has_guesses ==
          solve(engine, full.puzzle(), limit_of(1)).has_guesses);
  });
}

TEST_CASE("a call after a limit was hit is right", "[conformance]") {
  SolveLimits by_time = limit_of(0);
  by_time.max_time = std::chrono::milliseconds(1);
  SolveLimits by_deadline = limit_of(0);
  by_deadline.deadline = Clock::now();
  SolveLimits by_guesses = limit_of(0);
  by_guesses.max_guesses = 100;
  for_each_engine([&](Engine& engine) {
    for (const SolveLimits& limits : {by_time, by_deadline, by_guesses, limit_of(1)}) {
      solve(engine, Grid{}, limits);
      for (const ConformanceCase& question : ambiguous_puzzles(k9x9)) {
        const SolveResult result = solve(engine, question.puzzle(), limit_of(0));
        CHECK((result.solutions == question.solutions));
        CHECK(result.outcome == Outcome::exhausted);
      }
    }
  });
}

TEST_CASE("stack lists solutions in the selected order, by rows like naive", "[conformance]") {
  const auto [shape, holes] = GENERATE(std::pair{Shape{2, 3}, 28}, std::pair{k9x9, 52});
  const std::size_t side = shape.side();
  const BoardSource::Cells cells = BoardSource(shape, 7).puzzle(static_cast<std::size_t>(holes));
  const Board puzzle{shape, cells};
  const auto by_row = list("stack", CellOrder::row, puzzle);
  REQUIRE(by_row.size() > 2);
  CHECK(std::ranges::is_sorted(by_row));
  CHECK((list("naive", CellOrder::row, puzzle) == by_row));
  const auto guesses = [&](std::string_view id) {
    return solve(*find_engine(id)->make({CellOrder::row}), puzzle, limit_of(0)).guesses;
  };
  CHECK(guesses("stack") == guesses("naive"));
  const auto by_column = [side](const std::string& board) { return transposed(board, side); };
  CHECK(std::ranges::is_sorted(list("stack", CellOrder::column, puzzle), {}, by_column));
}

}  // namespace sudoku
