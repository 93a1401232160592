#include <string>

#include "harness/external/external_executor.h"
#include "harness/puzzle/regular_board.h"
#include "tests/catch.h"

namespace sudoku {
namespace {

const std::string kBoard =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// The result of parsing a line as the answer to a 9x9 board.
struct Read {
  bool is_answer;
  SolveResult result;
  OwnedBoard solution;
};

Read read(const std::string& line, std::uint64_t max_solutions, const Shape& shape = k9x9) {
  Read read{false, {}, OwnedBoard(shape)};
  read.is_answer = parse_answer(line, max_solutions, shape, read.result, read.solution.cells());
  return read;
}

}  // namespace

TEST_CASE("an answer is a count, with a solution or without", "[command_engine]") {
  const Read none = read("0", 2);
  REQUIRE(none.is_answer);
  CHECK((none.result.solutions == 0));
  CHECK_FALSE(none.result.has_solution);
  for (const std::string separator : {" ", ",", "\t", " , "}) {
    const Read one = read("1" + separator + kBoard + "\r", 2);
    REQUIRE(one.is_answer);
    CHECK((one.result.solutions == 1));
    CHECK(one.result.has_solution);
    CHECK(format_line(one.solution) == kBoard);
    CHECK(one.result.outcome == Outcome::exhausted);
  }
}

TEST_CASE("a solution has the symbols of its shape", "[command_engine]") {
  for (const Shape shape :
       {Shape{2, 2}, Shape{2, 3}, Shape{4, 4}, Shape{6, 6}, Shape{7, 8}, Shape{1, 5}}) {
    const OwnedBoard board = regular_board(shape);
    const Read one = read("1 " + format_line(board), 2, shape);
    REQUIRE(one.is_answer);
    CHECK(one.solution == board);
    CHECK_FALSE(read("1 " + kBoard, 2, shape).is_answer);
  }
  CHECK_FALSE(read("1 123434122143432G", 2, {2, 2}).is_answer);
}

TEST_CASE("a solution of a very large board has numbers", "[command_engine]") {
  const Shape shape{8, 8};
  const OwnedBoard board = regular_board(shape);
  for (const std::string& line : {"1 " + format_line(board), "1," + format_line(board) + "\r"}) {
    const Read one = read(line, 2, shape);
    REQUIRE(one.is_answer);
    CHECK(one.solution == board);
  }
  const Read alone = read(format_line(board), 1, shape);
  REQUIRE(alone.is_answer);
  CHECK((alone.result.solutions == 1));
  CHECK(alone.result.has_solution);
  CHECK(alone.solution == board);
  CHECK_FALSE(read(format_line(board), 2, shape).is_answer);
  CHECK_FALSE(read("1 " + format_line(board) + " 1", 2, shape).is_answer);
}

TEST_CASE("an answer at the limit is a search that ended there", "[command_engine]") {
  CHECK(read("2", 2).result.outcome == Outcome::solution_limit);
  CHECK(read("2", 0).result.outcome == Outcome::exhausted);
  CHECK(read("2", 3).result.outcome == Outcome::exhausted);
}

TEST_CASE("a count can exceed 64 bits, and is a lower bound beyond 128 bits", "[command_engine]") {
  const Read large = read("18446744073709551616", 0);
  REQUIRE(large.is_answer);
  CHECK((large.result.solutions == SolutionCount{1} << 64));
  for (const std::string& count : {std::string(60, '9'), format_count(kMostSolutions)}) {
    const Read most = read(count, 0);
    REQUIRE(most.is_answer);
    CHECK((most.result.solutions == kMostSolutions));
    CHECK(most.result.outcome == Outcome::exhausted);
  }
}

TEST_CASE("an invalid answer is rejected", "[command_engine]") {
  CHECK_FALSE(read("1234341221434321", 2, {2, 2}).is_answer);  // a board
  CHECK_FALSE(read("001234341221434321", 2, {2, 2}).is_answer);
  for (const std::string& line :
       {std::string(), std::string("one"), std::string("-1"), std::string("1.5"),
        "1 " + kBoard.substr(1), "1 " + kBoard + "9", "1 " + kBoard + " more", kBoard}) {
    CHECK_FALSE(read(line, 2).is_answer);
  }
}

}  // namespace sudoku
