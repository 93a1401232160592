#include "harness/commands/bench/solver_selection.h"

#include <string>
#include <vector>

#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/commands/bench/bench_testing.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

constexpr Shape k6x6{2, 3};
constexpr Shape k8x8{2, 4};

std::vector<std::string> ids_of(const std::vector<Solver>& solvers) {
  std::vector<std::string> ids;
  for (const Solver& solver : solvers) ids.push_back(solver.id);
  return ids;
}

}  // namespace

TEST_CASE("a dataset is solved by the engines that support its boards", "[selection]") {
  const std::vector<Solver> solvers = {only_for("a", k6x6), only_for("b", k8x8)};
  SolverSelection selection(solvers, 2);
  CHECK(ids_of(selection.selected()) == std::vector<std::string>{"a", "b"});
  CHECK(selection.begin("six.txt", k6x6) ==
        std::vector<std::string>{"six.txt has boards of 6x6: without b, for others only"});
  CHECK(ids_of(selection.selected()) == std::vector<std::string>{"a"});
  REQUIRE(selection.skipped().size() == 1);
  CHECK(selection.skipped()[0].id == "b");
  CHECK(selection.skipped()[0].verdict == Verdict::not_applicable);
  selection.begin("eight.txt", k8x8);
  CHECK(ids_of(selection.selected()) == std::vector<std::string>{"b"});
  REQUIRE(selection.skipped().size() == 1);
  CHECK(selection.skipped()[0].id == "a");
  CHECK(message_of<UsageError>([&] { selection.begin("nine.txt", k9x9); }) ==
        "nine.txt has boards of 9x9, which no engine of this run takes");
}

TEST_CASE("an engine that was requested for unsupported boards is rejected", "[selection]") {
  Solver named = only_for("a", k6x6);
  named.when_unsupported = WhenUnsupported::error;
  SolverSelection selection(std::vector<Solver>{named, only_for("b", k8x8)}, 2);
  CHECK(message_of<UsageError>([&] { selection.begin("eight.txt", k8x8); }) ==
        "eight.txt has 8x8 boards, but engine a supports only 9x9");
}

TEST_CASE("a selection has the reason for each skipped engine", "[selection]") {
  Solver counter = only_for("counter", k9x9);
  counter.lists_solutions = false;
  Solver absent = only_for("absent", k9x9);
  absent.make = [] { return nullptr; };
  const SolverSelection selection(std::vector<Solver>{counter, absent, only_for("a", k9x9)}, 1);
  CHECK(ids_of(selection.selected()) == std::vector<std::string>{"a"});
  CHECK(selection.objections() ==
        std::vector<std::string>{
            "engine counter counts solutions, and --max-solutions 1 asks for one",
            "engine absent is unavailable"});
  CHECK(message_of<UsageError>([&] { SolverSelection(std::vector<Solver>{absent}, 1); }) ==
        "engine absent is unavailable");
}

}  // namespace sudoku
