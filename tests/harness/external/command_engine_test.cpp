#include "harness/external/command_engine.h"

#include <string>

#include "tests/catch.h"

namespace sudoku {
namespace {

const std::string kBoard =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

bool is_refused(const std::string& line) {
  GridAnswer result;
  return !parse_answer(line, 2, result);
}

}  // namespace

TEST_CASE("an answer is a count, with a solution or without", "[command_engine]") {
  GridAnswer result;
  REQUIRE(parse_answer("0", 2, result));
  CHECK((result.solutions == 0));
  CHECK_FALSE(result.has_solution);
  for (const std::string separator : {" ", ",", "\t", " , "}) {
    REQUIRE(parse_answer("1" + separator + kBoard + "\r", 2, result));
    CHECK((result.solutions == 1));
    CHECK(result.has_solution);
    CHECK(format_line(result.first_solution) == kBoard);
    CHECK(result.outcome == Outcome::exhausted);
  }
}

TEST_CASE("an answer at the limit is a search that ended there", "[command_engine]") {
  GridAnswer result;
  REQUIRE(parse_answer("2", 2, result));
  CHECK(result.outcome == Outcome::solution_limit);
  REQUIRE(parse_answer("2", 0, result));
  CHECK(result.outcome == Outcome::exhausted);
  REQUIRE(parse_answer("2", 3, result));
  CHECK(result.outcome == Outcome::exhausted);
}

TEST_CASE("a count may pass 64 bits, and is a lower bound beyond 128", "[command_engine]") {
  GridAnswer result;
  REQUIRE(parse_answer("18446744073709551616", 0, result));
  CHECK((result.solutions == SolutionCount{1} << 64));
  for (const std::string count : {std::string(60, '9'), format_count(kMostSolutions)}) {
    REQUIRE(parse_answer(count, 0, result));
    CHECK((result.solutions == kMostSolutions));
    CHECK(result.outcome == Outcome::exhausted);
  }
}

TEST_CASE("what is no answer is refused", "[command_engine]") {
  CHECK(is_refused(""));
  CHECK(is_refused("one"));
  CHECK(is_refused("-1"));
  CHECK(is_refused("1.5"));
  CHECK(is_refused("1 " + kBoard.substr(1)));
  CHECK(is_refused("1 " + kBoard + "9"));
  CHECK(is_refused("1 " + kBoard + " more"));
  CHECK(is_refused(kBoard));
}

}  // namespace sudoku
