#include "engines/solvers/encoding.h"

#include <algorithm>
#include <vector>

#include "harness/puzzle/owned_boards.h"
#include "tests/catch.h"
#include "tests/engines/solvers/solver_testing.h"

namespace sudoku::solvers {
namespace {

constexpr Shape kShapes[] = {{2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 5},
                             {8, 8}, {1, 3}, {1, 5}, {1, 64}};

/// Returns the kinds of groups of a shape: cells, and digits in rows, columns and boxes.
std::size_t kinds_of(const Shape& shape) { return shape.is_latin() ? 3 : 4; }

}  // namespace

TEST_CASE("an empty board has a variable for every digit of every cell", "[solvers]") {
  Encoding encoding;
  for (const Shape shape : kShapes) {
    const OwnBoard empty(shape);
    REQUIRE(encoding.set(empty));
    const std::size_t side = shape.side();
    CHECK(encoding.variables() == static_cast<int>(side * side * side));
    REQUIRE(encoding.groups() == kinds_of(shape) * side * side);
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
      const auto& option = encoding.place(variable);
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
    CHECK(encoding.settled()[encoding.place(variable).cell] == 0);
  }
}

TEST_CASE("only candidates have variables", "[solvers]") {
  Encoding encoding;
  for (const Shape shape : kShapes) {
    if (shape.side() < 4) continue;  // singles would follow
    OwnedBoard puzzle(shape);
    puzzle.candidates()[1] &= ~Digits{1};
    const auto most = static_cast<int>(shape.cells() * shape.side());
    REQUIRE(encoding.set(puzzle));
    CHECK(encoding.variables() == most - 1);
    for (int variable = 1; variable < most; ++variable) {
      const auto& option = encoding.place(variable);
      if (option.cell == 1 && option.digit == 1) FAIL("variable of an excluded digit");
    }
  }
}

TEST_CASE("candidates lead to singles", "[solvers]") {
  Encoding encoding;
  for (const Shape shape : kShapes) {
    const OwnBoard full = full_board(shape);
    OwnedBoard naked(shape);
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      naked.candidates()[cell] = digit_bit(full.cells[cell]);
    }
    REQUIRE(encoding.set(naked));
    CHECK(encoding.settled() == Board(full));
    OwnedBoard hidden(shape);
    for (std::size_t cell = 1; cell < shape.side(); ++cell) hidden.candidates()[cell] ^= 1;
    REQUIRE(encoding.set(hidden));
    CHECK(encoding.settled()[0] == 1);
  }
}

TEST_CASE("contradicting candidates are rejected", "[solvers]") {
  Encoding encoding;
  for (const Shape shape : kShapes) {
    OwnedBoard puzzle(shape);
    puzzle.candidates()[0] = 0;
    CHECK_FALSE(encoding.set(puzzle));
    puzzle.candidates()[0] = 1;
    CHECK(encoding.set(puzzle));
    puzzle.cells()[0] = 2;
    CHECK_FALSE(encoding.set(puzzle));
    puzzle.cells()[0] = 0;
    for (std::size_t cell = 0; cell < shape.side(); ++cell) puzzle.candidates()[cell] = 1 << 1;
    CHECK_FALSE(encoding.set(puzzle));
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
