#include "harness/bench/roster.h"

#include <string>
#include <vector>

#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/bench/bench_testing.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

constexpr Shape k6x6{2, 3};
constexpr Shape k8x8{2, 4};

std::vector<std::string> ids_of(const std::vector<Contestant>& contestants) {
  std::vector<std::string> ids;
  for (const Contestant& contestant : contestants) ids.push_back(contestant.id);
  return ids;
}

}  // namespace

TEST_CASE("a dataset is given to the engines that support its boards", "[roster]") {
  const std::vector<Contestant> contestants = {only_for("a", k6x6), only_for("b", k8x8)};
  Roster roster(contestants, 2);
  CHECK(ids_of(roster.taking()) == std::vector<std::string>{"a", "b"});
  CHECK(roster.begin("six.txt", k6x6) ==
        std::vector<std::string>{"six.txt has boards of 6x6: without b, for others only"});
  CHECK(ids_of(roster.taking()) == std::vector<std::string>{"a"});
  REQUIRE(roster.absent().size() == 1);
  CHECK(roster.absent()[0].id == "b");
  CHECK(roster.absent()[0].verdict == Verdict::not_applicable);
  roster.begin("eight.txt", k8x8);
  CHECK(ids_of(roster.taking()) == std::vector<std::string>{"b"});
  REQUIRE(roster.absent().size() == 1);
  CHECK(roster.absent()[0].id == "a");
  CHECK(message_of<UsageError>([&] { roster.begin("nine.txt", k9x9); }) ==
        "nine.txt has boards of 9x9, which no engine of this run takes");
}

TEST_CASE("an engine named for boards that it does not support is refused", "[roster]") {
  Contestant named = only_for("a", k6x6);
  named.when_not_taken = WhenNotTaken::error;
  Roster roster(std::vector<Contestant>{named, only_for("b", k8x8)}, 2);
  CHECK(message_of<UsageError>([&] { roster.begin("eight.txt", k8x8); }) ==
        "eight.txt has boards of 8x8, and engine a takes those of 9x9 only");
}

TEST_CASE("a selection states why an engine is skipped", "[roster]") {
  Contestant counter = only_for("counter", k9x9);
  counter.lists_solutions = false;
  Contestant absent = only_for("absent", k9x9);
  absent.make = [] { return nullptr; };
  const Roster roster(std::vector<Contestant>{counter, absent, only_for("a", k9x9)}, 1);
  CHECK(ids_of(roster.taking()) == std::vector<std::string>{"a"});
  CHECK(roster.objections() ==
        std::vector<std::string>{
            "engine counter counts solutions, and --max-solutions 1 asks for one",
            "engine absent is unavailable"});
  CHECK(message_of<UsageError>([&] { Roster(std::vector<Contestant>{absent}, 1); }) ==
        "engine absent is unavailable");
}

}  // namespace sudoku
