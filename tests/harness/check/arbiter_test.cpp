#include "harness/check/arbiter.h"

#include <chrono>

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

using Names = std::vector<std::string>;

/// Only a hang exceeds this limit.
constexpr ArbiterTime kPatient{.per_search = 1h, .total = 1h};

}  // namespace

TEST_CASE("the arbiter counts with two engines outside of the dispute", "[arbiter]") {
  Arbiter arbiter(0, nullptr, kPatient);
  const std::pair<Names, Names> cases[] = {
      {{"mine"}, {"dlx", "bitmask"}},
      {{"dlx", "mine", "stack"}, {"bitmask", "bandjoin"}},
      {{"dlx", "bitmask", "lanes_avx2"}, {"stack", "naive"}},  // bandjoin uses lanes engines
      {{"dlx", "bitmask", "bandjoin", "naive"}, {"stack"}},
      {{"dlx", "bitmask", "bandjoin", "naive", "stack"}, {}},
  };
  for (const auto& [involved, engines] : cases) {
    const auto decided = arbiter.count(kUnique, involved);
    CHECK(decided.has_value() == !engines.empty());
    CHECK(Arbiter::can_count(k9x9, involved) == !engines.empty());
    if (!decided) continue;
    CHECK(decided->engines == engines);
    CHECK(decided->solutions == 1);
  }
  CHECK(arbiter.count(kFive, {})->solutions == 5);
  CHECK(Arbiter(2, nullptr, kPatient).count(kFive, {})->solutions == 2);
  CHECK(Arbiter(1, nullptr, kPatient).count(kUnique, {})->solutions == 1);
}

TEST_CASE("the arbiter obeys candidates", "[arbiter]") {
  Arbiter arbiter(0, nullptr, kPatient);
  OwnedBoard puzzle = kFive;
  CHECK(arbiter.count(puzzle, {})->solutions == 5);
  const auto solution = arbiter.solution_of(puzzle);
  REQUIRE(solution);
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    puzzle.candidates()[cell] = digit_bit(Board(*solution)[cell]);
  }
  CHECK(arbiter.count(puzzle, {})->solutions == 1);
  CHECK(arbiter.solution_of(puzzle) == solution);
  puzzle.candidates()[0] = 0;
  CHECK(arbiter.count(puzzle, {})->solutions == 0);
  CHECK_FALSE(arbiter.solution_of(puzzle));
}

TEST_CASE("arbiter engines solve boards of every shape", "[arbiter]") {
  Arbiter arbiter(2, nullptr, kPatient);
  const auto solution = arbiter.solution_of(kUnique);
  REQUIRE(solution);
  CHECK(is_solution_of(*solution, kUnique));
  const OwnedBoard empty{Shape{4, 4}};
  CHECK(is_solution_of(arbiter.solution_of(empty).value_or(empty), empty));
  Grid impossible{};
  impossible[0] = impossible[1] = 1;
  CHECK_FALSE(arbiter.solution_of(impossible));
  CHECK(Arbiter(0, nullptr, kPatient).solution_of(Grid{}));
}

TEST_CASE("an unfinished count decides nothing, and the total time is limited", "[arbiter]") {
  Arbiter hasty(0, nullptr, {.per_search = 1ns, .total = 1h});
  CHECK_FALSE(hasty.count(Grid{}, {}));
  CHECK_FALSE(hasty.is_out_of_time());
  const std::atomic<bool> stop{true};
  CHECK_FALSE(Arbiter(0, &stop, kPatient).count(kUnique, {}));
  Arbiter limited(0, nullptr, {.per_search = 1h, .total = 1ns});
  CHECK(limited.count(kUnique, {}));
  CHECK_FALSE(limited.is_out_of_time());
  CHECK_FALSE(limited.count(kUnique, {}));
  CHECK(limited.is_out_of_time());
}

}  // namespace sudoku
