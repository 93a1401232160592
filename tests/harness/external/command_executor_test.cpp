#include "harness/external/external_executor.h"
#include "harness/puzzle/regular_board.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

const std::string kBoard = format_line(kSolution);

/// An answer to a question with that limit.
struct Read {
  Read(const std::string& line, std::uint64_t max_solutions, const Shape& shape = k9x9)
      : solution(shape) {
    is_answer = parse_answer(line, max_solutions, shape, result, solution.cells());
  }

  SolveResult result{};
  OwnedBoard solution;
  bool is_answer;
};

}  // namespace

TEST_CASE("a count is an answer", "[command_engine]") {
  using enum Outcome;
  struct Case {
    std::string line;
    std::uint64_t max_solutions;
    SolutionCount count;
    Outcome outcome;
  };
  const Case cases[] = {
      {"0", 2, 0, exhausted},
      {"2", 2, 2, solution_limit},
      {"2", 3, 2, exhausted},
      {"2", 0, 2, exhausted},
      {"18446744073709551616", 0, SolutionCount{1} << 64, exhausted},
      // Beyond 128 bits, it is a lower bound.
      {std::string(60, '9'), 0, kMostSolutions, exhausted},
      {format_count(kMostSolutions), 0, kMostSolutions, exhausted},
  };
  for (const Case& test : cases) {
    INFO(test.line);
    const Read read(test.line, test.max_solutions);
    REQUIRE(read.is_answer);
    CHECK((read.result.solutions == test.count));
    CHECK(read.result.outcome == test.outcome);
    CHECK_FALSE(read.result.has_solution);
    CHECK_FALSE(read.result.has_guesses);
  }
}

TEST_CASE("a solution has the symbols of its shape, or numbers", "[command_engine]") {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, k9x9, Shape{4, 4}, Shape{6, 6}, Shape{7, 8},
                            Shape{1, 5}, Shape{8, 8}}) {
    const OwnedBoard board = regular_board(shape);
    const std::string text = format_line(board);
    for (const std::string separator : {" ", ",", "\t", " , "}) {
      const Read one("1" + separator + text + "\r", 2, shape);
      REQUIRE(one.is_answer);
      CHECK((one.result.solutions == 1));
      CHECK(one.result.outcome == Outcome::exhausted);
      CHECK(one.result.has_solution);
      CHECK(one.solution == board);
    }
    const Read alone(text, 1, shape);
    REQUIRE(alone.is_answer);
    CHECK((alone.result.solutions == 1));
    CHECK(alone.result.outcome == Outcome::solution_limit);
    CHECK(alone.result.has_solution);
    CHECK(alone.solution == board);
    CHECK_FALSE(Read(text, 2, shape).is_answer);
    CHECK_FALSE(Read("1 " + text + " 1", 2, shape).is_answer);
    if (shape != k9x9) CHECK_FALSE(Read("1 " + kBoard, 2, shape).is_answer);
  }
}

TEST_CASE("an invalid answer is rejected", "[command_engine]") {
  CHECK_FALSE(Read("1 123434122143432G", 2, {2, 2}).is_answer);
  CHECK_FALSE(Read("001234341221434321", 2, {2, 2}).is_answer);  // a board, not a count
  for (const std::string& line :
       {std::string(), std::string("one"), std::string("-1"), std::string("1.5"),
        "1 " + kBoard.substr(1), "1 " + kBoard + "9", "1 " + kBoard + " more"}) {
    CHECK_FALSE(Read(line, 2).is_answer);
  }
}

}  // namespace sudoku
