// Tests engines with one fault. The check for this fault must detect it.

#include "harness/check/conformance.h"

#include <csignal>
#include <thread>
#include <tuple>

#include <unistd.h>

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

using Call = std::function<std::vector<GridAnswer>(Engine& right, std::span<const Grid> puzzles,
                                                   const SolveLimits& limits)>;

/// Returns a solver that calls a correct engine, but may spoil the call.
SolverUnderTest planted(Call call) {
  const auto make_engine = [call] {
    const std::shared_ptr<Engine> right = find_engine("dlx")->make({});
    return std::make_unique<FunctionEngine>([=](const Boards& puzzles, const SolveLimits& limits,
                                                const Answers& answers, SolutionSink* sink) {
      if (sink != nullptr) right->solve(puzzles, limits, answers, sink);
      const auto given = call(*right, grids_of(puzzles), limits);
      for (std::size_t i = 0; i < given.size(); ++i) give(given[i], i, answers);
    });
  };
  SolverUnderTest solver;
  solver.make = [make_engine](std::uint64_t) { return executor_of(make_engine); };
  return solver;
}

/// Returns a solver that solves other puzzles than the given ones.
SolverUnderTest confused(const Shape& shape, std::function<Boards(const Boards&)> change) {
  const auto make_engine = [change] {
    const std::shared_ptr<Engine> right = find_engine("bitmask")->make({});
    return std::make_unique<FunctionEngine>([=](const Boards& puzzles, const auto&... others) {
      right->solve(change(puzzles), others...);
    });
  };
  SolverUnderTest solver;
  solver.shape = shape;
  solver.supports_candidates = true;
  solver.make = [make_engine](std::uint64_t) { return executor_of(make_engine); };
  return solver;
}

const ConformanceCheck& check_named(std::string_view name) {
  for (const ConformanceCheck& check : conformance_checks()) {
    if (check.name == name) return check;
  }
  throw std::invalid_argument("no check: " + std::string(name));
}

std::string failure(std::string_view check, const Call& call) {
  const SolverUnderTest solver = planted(call);
  ConformanceTester tester(solver, 10s);
  try {
    check_named(check).run(tester);
  } catch (const NonConformance& found) {
    return found.what();
  }
  return {};
}

/// Solves with the correct engine, then lets `change` spoil each result.
Call spoiling(std::function<void(GridAnswer&)> change) {
  return [change](Engine& right, auto puzzles, const SolveLimits& limits) {
    auto answers = solve_grids(right, puzzles, limits);
    for (GridAnswer& answer : answers) change(answer);
    return answers;
  };
}

/// Solves with changed limits.
Call with_limits(std::function<void(SolveLimits&)> change) {
  return [change](Engine& right, auto puzzles, SolveLimits limits) {
    change(limits);
    return solve_grids(right, puzzles, limits);
  };
}

}  // namespace

TEST_CASE("a correct engine passes all checks, and a slow one none", "[conformance_checks]") {
  const Call right = with_limits([](SolveLimits&) {});
  const Call slow = spoiling([](GridAnswer& result) { result.outcome = Outcome::timeout; });
  for (const ConformanceCheck& check : conformance_checks()) {
    INFO(check.name);
    if (check.is_about_candidates) continue;
    CHECK(failure(check.name, right).empty());
    const bool is_about_time = check.name == "the time limit" || check.name == "the stop signal";
    if (!is_about_time) CHECK(failure(check.name, slow).starts_with("no answer within 10 s, "));
  }
}

TEST_CASE("each fault is detected by its check", "[conformance_checks]") {
  const Call finds_none = spoiling([](GridAnswer& result) {
    result.solutions = 0;
    result.outcome = Outcome::exhausted;
  });
  const Call finds_one = spoiling([](GridAnswer& result) { result.solutions = 1; });
  // Removes the second of two equal clues in a house.
  const Call ignores_clash = [](Engine& right, auto puzzles, const SolveLimits& limits) {
    std::vector<Grid> changed(puzzles.begin(), puzzles.end());
    for (Grid& puzzle : changed) {
      const auto first = std::find(puzzle.cells.begin(), puzzle.cells.end(), 5);
      if (clue_count(puzzle) == 2 && first != puzzle.cells.end())
        std::replace(first + 1, puzzle.cells.end(), 5, 0);
    }
    return solve_grids(right, changed, limits);
  };
  const Call mixes_up_block = [](Engine& right, auto puzzles, const SolveLimits& limits) {
    auto answers = solve_grids(right, puzzles, limits);
    std::rotate(answers.begin(), answers.begin() + 1, answers.end());
    return answers;
  };
  const Call finds_one_more = with_limits([](SolveLimits& limits) {
    if (limits.max_solutions != 0) ++limits.max_solutions;
  });
  const Call ignores_guess_limit = with_limits([](SolveLimits& limits) { limits.max_guesses = 0; });
  const Call ignores_stop = with_limits([](SolveLimits& limits) { limits.stop = nullptr; });
  const Call hides_limit =
      spoiling([](GridAnswer& result) { result.outcome = Outcome::exhausted; });
  const auto in_each = [](int period, const std::function<void(GridAnswer&)>& spoil) {
    return spoiling([calls = std::make_shared<int>(0), period, spoil](GridAnswer& result) {
      if (++*calls % period == 0) spoil(result);
    });
  };
  const auto swap_two = [](GridAnswer& result) {
    std::swap(result.first_solution[0], result.first_solution[1]);
  };
  const Call is_forgetful = in_each(2, [](GridAnswer& result) { ++result.solutions; });
  const Call adds_a_guess = spoiling([](GridAnswer& result) { ++result.guesses; });
  const Call hides_guesses = spoiling([](GridAnswer& result) {
    result.guesses = 0;
    result.has_guesses = false;
  });
  const std::string none_given = " expected, 0 given, ";
  const std::string one_given = "0 solutions expected, 1 given, limit 2: ";
  const std::string broken = "the solution given breaks a rule (";
  const std::tuple<const char*, Call, std::string> cases[] = {
      {"a complete grid", finds_none, none_given},
      {"one clue short of a complete grid", finds_none, none_given},
      {"one solution", finds_none, none_given},
      {"several solutions", finds_none, none_given},
      {"limits", finds_none, none_given},
      {"nearly empty grids", finds_none, none_given},
      {"isomorphs", finds_none, none_given},
      {"a complete grid with a wrong digit", finds_one, one_given},
      {"equal clues in a house", finds_one, one_given},
      {"no solution, and no equal clues", finds_one, one_given},
      {"equal clues in a house", ignores_clash,
       "0 solutions expected, 2 given, limit 2: .5......5" + std::string(72, '.')},
      {"limits", finds_one_more, "1 solution expected, 2 given, limit 1: "},
      {"nearly empty grids", finds_one_more, "1 solution expected, 2 given"},
      {"the limit of guesses", ignores_guess_limit,
       "the search should be ended by the guess limit, it is "},
      {"the stop signal", ignores_stop, "the search should be stopped, it is "},
      {"limits", hides_limit, "the search should be ended by the solution limit, it is exhausted"},
      {"one solution", in_each(1, swap_two), broken},
      {"hundreds of puzzles", in_each(200, swap_two), broken},
      {"a second call", is_forgetful, " in a second call, "},
      {"blocks of puzzles", mixes_up_block, " among others, "},
      {"several solutions", mixes_up_block, ""},
      {"the number of guesses", adds_a_guess, "2 guesses, 1 expected"},
      {"a complete grid", adds_a_guess, "1 guesses for a complete grid"},
      {"the number of guesses", hides_guesses, ""},
  };
  for (const auto& [check, call, expected] : cases) {
    CAPTURE(check, expected);
    const std::string found = failure(check, call);
    CHECK(found.find(expected) != std::string::npos);
    CHECK(found.empty() == expected.empty());
  }
}

TEST_CASE("a machine that is busy for some milliseconds does not fail the time limit",
          "[conformance_checks]") {
  const auto timed_out_below = [](std::chrono::nanoseconds limit) -> Call {
    return [limit](Engine& right, auto puzzles, const SolveLimits& limits) {
      auto answers = solve_grids(right, puzzles, limits);
      const GridAnswer late{{0, 0, Outcome::timeout}, {}};
      if (limits.max_time < limit) std::ranges::fill(answers, late);
      return answers;
    };
  };
  CHECK(failure("the time limit", timed_out_below(500ms)).empty());
  CHECK(failure("the time limit", timed_out_below(2s)).find(" expected, 0 given") !=
        std::string::npos);
}

TEST_CASE("a crash or hang of an engine is reported with its puzzle", "[conformance_checks]") {
  const auto reported = [](const std::function<void()>& act, std::chrono::nanoseconds timeout) {
    const SolverUnderTest solver = planted([act](Engine&, auto, const SolveLimits&) {
      act();
      return std::vector<GridAnswer>();
    });
    return guarded_failure(check_named("nearly empty grids"), solver, timeout);
  };
  const std::string puzzle = ", limit 1: " + std::string(kCells, '.');
  CHECK(reported([] { std::raise(SIGKILL); }, 10s) == "crashed with signal SIGKILL" + puzzle);
  CHECK(reported([] { std::this_thread::sleep_for(1h); }, 10ms) ==
        "ignores the time limit and does not end" + puzzle);
  CHECK(reported([] { throw std::runtime_error("out of luck"); }, 10s) == "out of luck" + puzzle);
  CHECK(reported([] { ::_exit(7); }, 10s) == "exits the program with exit code 7" + puzzle);
  CHECK(guarded_failure(check_named("one solution"), planted(with_limits([](SolveLimits&) {})), 10s)
            .empty());
}

TEST_CASE("an engine that ignores candidates is detected", "[conformance_checks]") {
  for (const Shape& shape : {Shape{2, 2}, k9x9, Shape{1, 5}}) {
    SolverUnderTest ignorant = confused(shape, [](const Boards& puzzles) {
      return Boards{puzzles.shape, puzzles.cells};
    });
    int checks = 0;
    for (const ConformanceCheck& check : conformance_checks()) {
      if (!check.is_about_candidates) continue;
      INFO(check.name);
      ConformanceTester tester(ignorant, 10s);
      CHECK_THROWS_AS(check.run(tester), NonConformance);
      ++checks;
      ignorant.supports_candidates = true;
      CHECK(applies_to(check, ignorant));
      ignorant.supports_candidates = false;
      CHECK_FALSE(applies_to(check, ignorant));
    }
    CHECK(checks == 4);
  }
}

TEST_CASE("a failure in a sub-process shows the candidates", "[conformance_checks]") {
  const Shape shape{2, 2};
  SolverUnderTest crashing;
  crashing.shape = shape;
  crashing.make = [](std::uint64_t) -> std::unique_ptr<Executor> {
    std::raise(SIGKILL);
    return nullptr;
  };
  const auto is_about_candidates = [](const auto& check) { return check.is_about_candidates; };
  const auto check = std::ranges::find_if(conformance_checks(), is_about_candidates);
  CHECK(guarded_failure(*check, crashing, 10s) ==
        "crashed with signal SIGKILL, limit 2: " +
            format_line(puzzles_with_candidates(shape).front().puzzle()));
}

TEST_CASE("an engine that confuses boxes is detected on boards of any shape",
          "[conformance_checks]") {
  const auto turn_boxes = [](const Boards& puzzles) {
    return Boards{{puzzles.shape.box_columns, puzzles.shape.box_rows}, puzzles.cells};
  };
  for (const Shape& shape : {Shape{2, 3}, Shape{3, 4}, Shape{6, 5}}) {
    const SolverUnderTest wrong = confused(shape, turn_boxes);
    ConformanceTester tester(wrong, 10s);
    for (const std::string_view check :
         {"a complete grid", "one clue short of a complete grid", "one solution"}) {
      INFO(check);
      CHECK_THROWS_AS(check_named(check).run(tester), NonConformance);
    }
    const SolverUnderTest right = confused(shape, [](const Boards& puzzles) { return puzzles; });
    ConformanceTester right_tester(right, 10s);
    CHECK_NOTHROW(check_named("one solution").run(right_tester));
  }
}

}  // namespace sudoku
