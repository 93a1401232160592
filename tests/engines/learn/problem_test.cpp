// Tests the options and groups of a puzzle after its singles are filled.

#include "engines/learn/problem.h"

#include <cstdint>
#include <vector>

#include "tests/catch.h"
#include "tests/engines/large_boards.h"

namespace sudoku::learn {

TEST_CASE("options and groups refer to each other, on every shape", "[learn]") {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{4, 5}, Shape{6, 6}}) {
    const CellList puzzle = FilledBoards(shape, 2).puzzle(30);
    Problem problem;
    REQUIRE(problem.read({shape, puzzle}));
    std::vector<Members> seen(problem.group_count());
    int wrong = 0;
    for (Option option = 0; option < problem.option_count(); ++option) {
      const Place& place = problem.place(option);
      if (problem.board()[place.cell] != 0) ++wrong;
      for (std::size_t kind = 0; kind < kGroupKinds; ++kind) {
        if (problem.option_at(place.groups[kind], place.bits[kind]) != option) ++wrong;
        if (problem.kind(place.groups[kind]) != static_cast<GroupKind>(kind)) ++wrong;
        seen[place.groups[kind]] |= member(place.bits[kind]);
      }
    }
    CHECK(wrong == 0);
    CHECK(seen == problem.members());
  }
}

TEST_CASE("singles fill cells and detect contradictions", "[learn]") {
  const Shape shape{4, 4};
  const CellList full = FilledBoards(shape, 1).solved();
  Problem problem;
  REQUIRE(problem.read({shape, full}));
  CHECK(problem.cells_to_fill() == 0);
  CHECK(problem.option_count() == 0);
  CellList puzzle = full;
  puzzle[3] = 0;
  puzzle[200] = 0;
  REQUIRE(problem.read({shape, puzzle}));
  CHECK(problem.cells_to_fill() == 0);
  CHECK((problem.board() == Board{shape, full}));
  puzzle[3] = full[4];
  CHECK_FALSE(problem.read({shape, puzzle}));
}

}  // namespace sudoku::learn
