#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/commands/bench/bench_testing.h"

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

TEST_CASE("only the solvers that support the boards of a dataset run", "[support]") {
  const std::vector<Solver> solvers = {only_for("a", k6x6), only_for("b", k8x8)};
  CHECK(ids_of(find_task_support(solvers, 2).solvers) == std::vector<std::string>{"a", "b"});
  const SolverSupport six = find_board_support("six.txt", k6x6, solvers);
  CHECK(six.notes ==
        std::vector<std::string>{"six.txt has 6x6 boards: skipping b (for others only)"});
  CHECK(ids_of(six.solvers) == std::vector<std::string>{"a"});
  REQUIRE(six.skipped.size() == 1);
  CHECK(six.skipped[0].id == "b");
  CHECK(six.skipped[0].verdict == Verdict::not_applicable);
  const SolverSupport eight = find_board_support("eight.txt", k8x8, solvers);
  CHECK(ids_of(eight.solvers) == std::vector<std::string>{"b"});
  REQUIRE(eight.skipped.size() == 1);
  CHECK(eight.skipped[0].id == "a");
  CHECK(message_of<UsageError>([&] { find_board_support("nine.txt", k9x9, solvers); }) ==
        "nine.txt has 9x9 boards, which no engine of this run supports");
}

TEST_CASE("a solver named for boards that it does not support is an error", "[support]") {
  Solver named = only_for("a", k6x6);
  named.when_unsupported = WhenUnsupported::error;
  const std::vector<Solver> solvers = {named, only_for("b", k8x8)};
  CHECK(message_of<UsageError>([&] { find_board_support("eight.txt", k8x8, solvers); }) ==
        "eight.txt has 8x8 boards, but engine a is for others only");
}

TEST_CASE("an engine without candidates has a row, even if the user named it", "[support]") {
  Solver named{"named", [] { return find_engine("naive")->make({}); }};
  Solver one_of_all = named;
  one_of_all.id = "one_of_all";
  one_of_all.when_unsupported = WhenUnsupported::left_out;
  Solver able = named;
  able.id = "able";
  able.unsupported_reason = [](const BoardKind&) { return std::string(); };
  const BoardKind kind = BoardKind(k9x9).with_candidates();
  const SolverSupport support =
      find_board_support("c.txt", kind, std::vector<Solver>{named, one_of_all, able});
  CHECK(ids_of(support.solvers) == std::vector<std::string>{"able"});
  REQUIRE(support.skipped.size() == 1);
  CHECK(support.skipped[0].id == "named");
  CHECK(support.skipped[0].verdict == Verdict::not_applicable);
  CHECK(support.notes ==
        std::vector<std::string>{"c.txt has 9x9 boards with candidates: skipping named, one_of_all "
                                 "(not for candidates)"});
  CHECK(message_of<UsageError>([&] {
          find_board_support("c.txt", kind, std::vector<Solver>{named});
        }) == "c.txt has 9x9 boards with candidates, which no engine of this run supports");
}

}  // namespace sudoku
