#include "harness/measure/referees.h"

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include "engines/rules.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

const Grid kUnique =
    grid_of("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
const Grid kFive =
    grid_of(".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...");

using Names = std::vector<std::string>;

/// So patient that only a hang would tell.
constexpr Referees::Patience kPatient{.for_a_search = 1h, .for_all = 1h};

}  // namespace

TEST_CASE("two engines that did not give the answers count", "[referees]") {
  Referees referees(0, nullptr, kPatient);
  const auto ruling = referees.count(kUnique, {"mine"});
  REQUIRE(ruling);
  CHECK(ruling->referees == Names{"dlx", "bitmask"});
  CHECK(ruling->solutions == 1);
  CHECK(referees.count(kFive, {})->solutions == 5);
  CHECK(referees.count(kUnique, {"dlx", "mine", "stack"})->referees ==
        Names{"bitmask", "bandjoin"});
  CHECK_FALSE(referees.are_out_of_time());
}

TEST_CASE("one engine is enough if no other is left", "[referees]") {
  Referees referees(0, nullptr, kPatient);
  CHECK(referees.count(kUnique, {"dlx", "bitmask", "bandjoin", "naive"})->referees ==
        Names{"stack"});
  CHECK_FALSE(referees.count(kUnique, {"dlx", "bitmask", "bandjoin", "naive", "stack"}));
}

TEST_CASE("bandjoin does not check the lanes engines, because it counts with them", "[referees]") {
  Referees referees(0, nullptr, kPatient);
  CHECK(referees.count(kUnique, {"dlx", "bitmask", "lanes_avx2"})->referees ==
        Names{"stack", "naive"});
}

TEST_CASE("the arbiter gives a solution of solvable boards of every shape", "[referees]") {
  Referees referees(2, nullptr, kPatient);
  const auto solution = referees.solution_of(kUnique);
  REQUIRE(solution);
  CHECK(is_solution_of(*solution, kUnique));
  const OwnedBoard empty{Shape{4, 4}};
  CHECK(is_solution_of(referees.solution_of(empty).value_or(empty), empty));
  Grid impossible{};
  impossible[0] = impossible[1] = 1;
  CHECK_FALSE(referees.solution_of(impossible));
  CHECK(Referees(0, nullptr, kPatient).solution_of(Grid{}));
}

TEST_CASE("the arbiter counts up to the limit", "[referees]") {
  CHECK(Referees(2, nullptr, kPatient).count(kFive, {})->solutions == 2);
  CHECK(Referees(1, nullptr, kPatient).count(kUnique, {})->solutions == 1);
}

TEST_CASE("a count that does not finish decides nothing", "[referees]") {
  Referees referees(0, nullptr, {.for_a_search = 1ns, .for_all = 1h});
  CHECK_FALSE(referees.count(Grid{}, {}));
  CHECK_FALSE(referees.are_out_of_time());
  const std::atomic<bool> stop{true};
  CHECK_FALSE(Referees(0, &stop, kPatient).count(kUnique, {}));
}

TEST_CASE("the arbiter has a time limit", "[referees]") {
  Referees referees(0, nullptr, {.for_a_search = 1h, .for_all = 1ns});
  CHECK(referees.count(kUnique, {}));
  CHECK_FALSE(referees.are_out_of_time());
  CHECK_FALSE(referees.count(kUnique, {}));
  CHECK(referees.are_out_of_time());
}

}  // namespace sudoku
