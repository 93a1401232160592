#include "engines/solvers/encoding.h"

#include <algorithm>
#include <vector>

#include "tests/catch.h"
#include "tests/engines/solvers/solver_testing.h"

namespace sudoku::solvers {
namespace {

constexpr Shape kShapes[] = {{2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 5}, {6, 6}};

}  // namespace

TEST_CASE("an empty board has a variable for every digit of every cell", "[solvers]") {
  Encoding encoding;
  for (const Shape shape : kShapes) {
    const OwnBoard empty(shape);
    REQUIRE(encoding.set(empty));
    const std::size_t side = shape.side();
    CHECK(encoding.variables() == static_cast<int>(side * side * side));
    REQUIRE(encoding.groups() == 4 * side * side);
    for (std::size_t i = 0; i < encoding.groups(); ++i) {
      if (encoding.group(i).size() != side) FAIL("a group has another size");
    }
    CHECK(encoding.settled() == Board(empty));
  }
}

TEST_CASE("exactly one variable of each group is true in a solution", "[solvers]") {
  Encoding encoding;
  for (const Shape shape : kShapes) {
    const OwnBoard full = full_board(shape);
    REQUIRE(is_solution_of(full, full));
    REQUIRE(encoding.set(OwnBoard(shape)));
    const auto is_true = [&](int variable) {
      const auto& option = encoding.option(variable);
      return full.cells[option.cell] == option.digit;
    };
    for (std::size_t i = 0; i < encoding.groups(); ++i) {
      const auto group = encoding.group(i);
      if (std::count_if(group.begin(), group.end(), is_true) != 1) FAIL("group " << i);
    }
    std::vector<int> truths;
    CHECK(encoding.solution(is_true, truths) == Board(full));
    CHECK(truths.size() == shape.cells());
  }
}

TEST_CASE("singles have no variables", "[solvers]") {
  Encoding encoding;
  for (const Shape shape : kShapes) {
    const OwnBoard full = full_board(shape);
    OwnBoard puzzle = full;
    // An empty row: each cell has one candidate.
    std::fill_n(puzzle.cells.begin(), shape.side(), std::uint8_t{0});
    REQUIRE(encoding.set(puzzle));
    CHECK(encoding.variables() == 0);
    CHECK(encoding.groups() == 0);
    CHECK(encoding.settled() == Board(full));
  }
}

TEST_CASE("after singles, each group has at least two variables", "[solvers]") {
  Encoding encoding;
  const OwnBoard puzzle = board_with_holes({4, 4}, 180, 3);
  REQUIRE(encoding.set(puzzle));
  REQUIRE(encoding.variables() > 0);
  std::vector<int> groups_of(static_cast<std::size_t>(encoding.variables()) + 1);
  for (std::size_t i = 0; i < encoding.groups(); ++i) {
    CHECK(encoding.group(i).size() >= 2);
    for (const int variable : encoding.group(i)) ++groups_of[static_cast<std::size_t>(variable)];
  }
  CHECK(
      std::all_of(groups_of.begin() + 1, groups_of.end(), [](int groups) { return groups == 4; }));
  for (int variable = 1; variable <= encoding.variables(); ++variable) {
    CHECK(encoding.settled()[encoding.option(variable).cell] == 0);
  }
}

TEST_CASE("contradicting clues are rejected", "[solvers]") {
  Encoding encoding;
  for (const Shape shape : kShapes) {
    // Pairs of cells that share only a row, a column or a box.
    const std::size_t side = shape.side();
    const std::size_t in_box = side * (shape.box_rows - 1U) + shape.box_columns - 1U;
    for (const std::size_t other : {side - 1, side * (side - 1), in_box}) {
      OwnBoard puzzle(shape);
      puzzle.cells[0] = puzzle.cells[other] = 1;
      CHECK_FALSE(encoding.set(puzzle));
      puzzle.cells[other] = 2;
      CHECK(encoding.set(puzzle));
    }
  }
}

}  // namespace sudoku::solvers
