// Tests engines with one fault. The check for this fault must detect it.

#include "harness/check/conformance.h"

#include <algorithm>
#include <csignal>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

#include "engines/registry.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

using Call = std::function<std::vector<GridAnswer>(Engine& right, std::span<const Grid> puzzles,
                                                   const SolveLimits& limits)>;

/// An engine that calls a right engine, but may spoil the call.
class PlantedEngine final : public Engine {
 public:
  explicit PlantedEngine(Call call)
      : call_(std::move(call)), right_(find_engine("dlx")->make({})) {}
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    if (sink != nullptr) right_->solve(puzzles, limits, answers, sink);
    const auto given = call_(*right_, grids_of(puzzles), limits);
    for (std::size_t i = 0; i < given.size(); ++i) give(given[i], i, answers);
  }

 private:
  Call call_;
  std::unique_ptr<Engine> right_;
};

SolverUnderTest planted(Call call) {
  SolverUnderTest solver;
  solver.make = [call](std::uint64_t) {
    return executor_of([call] { return std::make_unique<PlantedEngine>(call); });
  };
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

/// Solves with the right engine, then lets `change` spoil each result.
Call spoiling(
    std::function<void(const Grid& puzzle, const SolveLimits& limits, GridAnswer&)> change) {
  return [change](Engine& right, auto puzzles, const SolveLimits& limits) {
    auto answers = solve_grids(right, puzzles, limits);
    for (std::size_t i = 0; i < puzzles.size(); ++i) change(puzzles[i], limits, answers[i]);
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

TEST_CASE("a right engine passes all checks", "[conformance_checks]") {
  const Call right = spoiling([](const Grid&, const SolveLimits&, GridAnswer&) {});
  for (const ConformanceCheck& check : conformance_checks()) {
    INFO(check.name);
    if (!check.is_about_candidates) CHECK(failure(check.name, right).empty());
  }
}

TEST_CASE("wrong answers are reported by kind of puzzle", "[conformance_checks]") {
  const Call finds_none = spoiling([](const Grid&, const SolveLimits&, GridAnswer& result) {
    result.solutions = 0;
    result.outcome = Outcome::exhausted;
  });
  for (const std::string_view check :
       {"a complete grid", "one clue short of a complete grid", "one solution", "several solutions",
        "limits", "nearly empty grids", "isomorphs"}) {
    INFO(check);
    CHECK(failure(check, finds_none).find(" expected, 0 given, ") != std::string::npos);
  }
  const Call finds_one =
      spoiling([](const Grid&, const SolveLimits&, GridAnswer& result) { result.solutions = 1; });
  for (const std::string_view check :
       {"a complete grid with a wrong digit", "equal clues in a house",
        "no solution, and no equal clues"}) {
    INFO(check);
    CHECK(failure(check, finds_one).starts_with("0 solutions expected, 1 given, limit 2: "));
  }
}

TEST_CASE("an engine that ignores equal clues is detected", "[conformance_checks]") {
  // Removes the second of two equal clues in a house.
  const Call blind = [](Engine& right, std::span<const Grid> puzzles, const SolveLimits& limits) {
    std::vector<Grid> changed(puzzles.begin(), puzzles.end());
    for (Grid& puzzle : changed) {
      const auto first = std::find(puzzle.cells.begin(), puzzle.cells.end(), 5);
      if (clue_count(puzzle) == 2 && first != puzzle.cells.end())
        std::replace(first + 1, puzzle.cells.end(), 5, 0);
    }
    return solve_grids(right, changed, limits);
  };
  CHECK(failure("equal clues in a house", blind) ==
        "0 solutions expected, 2 given, limit 2: .5......5" + std::string(72, '.'));
}

TEST_CASE("violated limits are reported", "[conformance_checks]") {
  const Call one_more = with_limits([](SolveLimits& limits) {
    if (limits.max_solutions != 0) ++limits.max_solutions;
  });
  CHECK(failure("limits", one_more).starts_with("1 solution expected, 2 given, limit 1: "));
  CHECK(failure("nearly empty grids", one_more).starts_with("1 solution expected, 2 given"));
  const Call no_guess_limit = with_limits([](SolveLimits& limits) { limits.max_guesses = 0; });
  CHECK(failure("the limit of guesses", no_guess_limit)
            .starts_with("the search should be ended by the guess limit, it is "));
  const Call no_stop = with_limits([](SolveLimits& limits) { limits.stop = nullptr; });
  CHECK(failure("the stop signal", no_stop).starts_with("the search should be stopped, it is "));
  const Call silent = spoiling([](const Grid&, const SolveLimits&, GridAnswer& result) {
    result.outcome = Outcome::exhausted;
  });
  CHECK_FALSE(failure("limits", silent).empty());
}

TEST_CASE("a machine that is busy for some milliseconds does not fail the time limit",
          "[conformance_checks]") {
  const auto timed_out_below = [](std::chrono::nanoseconds limit) {
    return spoiling([limit](const Grid&, const SolveLimits& limits, GridAnswer& result) {
      if (limits.max_time < limit) result = {{0, 0, Outcome::timeout}, {}};
    });
  };
  CHECK(failure("the time limit", timed_out_below(500ms)).empty());
  CHECK(failure("the time limit", timed_out_below(2s)).find(" expected, 0 given") !=
        std::string::npos);
}

TEST_CASE("an engine that is wrong in some calls is detected", "[conformance_checks]") {
  const auto wrong_in_each = [](int period, std::function<void(GridAnswer&)> spoil) {
    return spoiling([calls = std::make_shared<int>(0), period, spoil](
                        const Grid&, const SolveLimits&, GridAnswer& result) {
      if (++*calls % period == 0) spoil(result);
    });
  };
  const auto swap_two = [](GridAnswer& result) {
    std::swap(result.first_solution[0], result.first_solution[1]);
  };
  const std::string broken = "the solution given breaks a rule (";
  CHECK(failure("one solution", wrong_in_each(1, swap_two)).starts_with(broken));
  CHECK(failure("hundreds of puzzles", wrong_in_each(200, swap_two)).starts_with(broken));
  const Call forgetful = wrong_in_each(2, [](GridAnswer& result) { ++result.solutions; });
  CHECK(failure("a second call", forgetful).find(" in a second call, ") != std::string::npos);
}

TEST_CASE("an engine that mixes up a block is detected", "[conformance_checks]") {
  const Call shifted = [](Engine& right, std::span<const Grid> puzzles, const SolveLimits& limits) {
    auto answers = solve_grids(right, puzzles, limits);
    std::rotate(answers.begin(), answers.begin() + 1, answers.end());
    return answers;
  };
  CHECK(failure("blocks of puzzles", shifted).find(" among others, ") != std::string::npos);
  CHECK(failure("several solutions", shifted).empty());
}

TEST_CASE("wrong numbers of guesses are reported", "[conformance_checks]") {
  const Call generous =
      spoiling([](const Grid&, const SolveLimits&, GridAnswer& result) { ++result.guesses; });
  CHECK(failure("the number of guesses", generous).starts_with("2 guesses, 1 expected"));
  CHECK(failure("a complete grid", generous).starts_with("1 guesses for a complete grid"));
  const Call silent = spoiling([](const Grid&, const SolveLimits&, GridAnswer& result) {
    result.guesses = 0;
    result.has_guesses = false;
  });
  CHECK(failure("the number of guesses", silent).empty());
}

TEST_CASE("every check reports an engine that takes too long", "[conformance_checks]") {
  const Call slow = spoiling([](const Grid&, const SolveLimits&, GridAnswer& result) {
    result.outcome = Outcome::timeout;
  });
  for (const ConformanceCheck& check : conformance_checks()) {
    INFO(check.name);
    const bool is_about_time = check.name == "the time limit" || check.name == "the stop signal";
    if (is_about_time || check.is_about_candidates) continue;
    CHECK(failure(check.name, slow).starts_with("no answer within 10 s, "));
  }
}

TEST_CASE("a crash or hang of an engine is reported with its puzzle", "[conformance_checks]") {
  const ConformanceCheck& check = check_named("nearly empty grids");
  const std::string empty(kCells, '.');
  const SolverUnderTest crashing =
      planted([](Engine&, auto, const SolveLimits&) -> std::vector<GridAnswer> {
        std::raise(SIGKILL);
        return {};
      });
  CHECK(guarded_failure(check, crashing, 10s) == "crashed with signal SIGKILL, limit 1: " + empty);
  const SolverUnderTest hanging =
      planted([](Engine&, auto, const SolveLimits&) -> std::vector<GridAnswer> {
        while (true) std::this_thread::sleep_for(1s);
      });
  CHECK(guarded_failure(check, hanging, 10ms) ==
        "ignores the time limit and does not end, limit 1: " + empty);
  const SolverUnderTest throwing =
      planted([](Engine&, auto, const SolveLimits&) -> std::vector<GridAnswer> {
        throw std::runtime_error("out of luck");
      });
  CHECK(guarded_failure(check, throwing, 10s) == "out of luck, limit 1: " + empty);
  const SolverUnderTest leaving =
      planted([](Engine&, auto, const SolveLimits&) -> std::vector<GridAnswer> { ::_exit(7); });
  CHECK(guarded_failure(check, leaving, 10s) ==
        "exits the program with exit code 7, limit 1: " + empty);
  CHECK(guarded_failure(check, planted(with_limits([](SolveLimits&) {})), 10s).empty());
}

TEST_CASE("an engine that ignores candidates is detected", "[conformance_checks]") {
  class Ignorant final : public Engine {
   public:
    void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
               SolutionSink* sink) override {
      right_->solve(Boards{puzzles.shape, puzzles.cells}, limits, answers, sink);
    }

   private:
    std::unique_ptr<Engine> right_ = find_engine("dlx")->make({});
  };
  for (const Shape& shape : {Shape{2, 2}, k9x9, Shape{1, 5}}) {
    SolverUnderTest ignorant;
    ignorant.shape = shape;
    ignorant.supports_candidates = true;
    ignorant.make = [](std::uint64_t) {
      return executor_of([] { return std::make_unique<Ignorant>(); });
    };
    int checks = 0;
    for (const ConformanceCheck& check : conformance_checks()) {
      if (!check.is_about_candidates) continue;
      INFO(check.name);
      ConformanceTester tester(ignorant, 10s);
      CHECK_THROWS_AS(check.run(tester), NonConformance);
      ++checks;
      CHECK(applies_to(check, ignorant));
      SolverUnderTest other = ignorant;
      other.supports_candidates = false;
      CHECK_FALSE(applies_to(check, other));
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
  /// An engine that exchanges the rows and columns of boxes.
  class WrongBoxes final : public Engine {
   public:
    void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
               SolutionSink*) override {
      const Shape turned{puzzles.shape.box_columns, puzzles.shape.box_rows};
      right_->solve({turned, puzzles.cells}, limits, answers, nullptr);
    }

   private:
    std::unique_ptr<Engine> right_ = find_engine("bitmask")->make({});
  };
  for (const Shape& shape : {Shape{2, 3}, Shape{3, 4}, Shape{6, 5}}) {
    SolverUnderTest solver;
    solver.shape = shape;
    solver.make = [](std::uint64_t) {
      return executor_of([] { return std::make_unique<WrongBoxes>(); });
    };
    for (const std::string_view check :
         {"a complete grid", "one clue short of a complete grid", "one solution"}) {
      INFO(check);
      ConformanceTester tester(solver, 10s);
      CHECK_THROWS_AS(check_named(check).run(tester), NonConformance);
    }
    solver.make = [](std::uint64_t) {
      return executor_of([] { return find_engine("bitmask")->make({}); });
    };
    ConformanceTester tester(solver, 10s);
    CHECK_NOTHROW(check_named("one solution").run(tester));
  }
}

}  // namespace sudoku
