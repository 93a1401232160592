// Tests the options and groups of a puzzle after its singles are filled.

#include "engines/problem.h"

#include <cstdint>
#include <vector>

#include "tests/catch.h"
#include "tests/engines/board_source.h"

namespace sudoku {

TEST_CASE("options and groups refer to each other, on every shape", "[problem]") {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{4, 5}, Shape{6, 6},
                            Shape{8, 8}, Shape{1, 2}, Shape{1, 30}, Shape{1, 64}}) {
    const BoardSource::Cells puzzle = BoardSource(shape, 2).filled(30);
    Problem problem;
    REQUIRE(problem.read({shape, puzzle}));
    std::vector<Members> seen(problem.group_count());
    int wrong = 0;
    for (Option option = 0; option < problem.option_count(); ++option) {
      const Place& place = problem.place(option);
      if (problem.board()[place.cell] != 0) ++wrong;
      for (std::size_t kind = 0; kind < problem.group_kinds(); ++kind) {
        if (problem.option_at(place.groups[kind], place.bits[kind]) != option) ++wrong;
        if (problem.kind(place.groups[kind]) != static_cast<GroupKind>(kind)) ++wrong;
        seen[place.groups[kind]] |= member(place.bits[kind]);
      }
    }
    CHECK(wrong == 0);
    CHECK(seen == problem.members());
  }
}

TEST_CASE("singles fill cells and detect contradictions", "[problem]") {
  const Shape shape{4, 4};
  const BoardSource::Cells full = BoardSource(shape, 1).solved();
  Problem problem;
  REQUIRE(problem.read({shape, full}));
  CHECK(problem.cells_to_fill() == 0);
  CHECK(problem.option_count() == 0);
  BoardSource::Cells puzzle = full;
  puzzle[3] = 0;
  puzzle[200] = 0;
  REQUIRE(problem.read({shape, puzzle}));
  CHECK(problem.cells_to_fill() == 0);
  CHECK((problem.board() == Board{shape, full}));
  puzzle[3] = full[4];
  CHECK_FALSE(problem.read({shape, puzzle}));
}

TEST_CASE("a Latin square has no groups of boxes", "[problem]") {
  Problem problem;
  const BoardSource::Cells empty(25);
  REQUIRE(problem.read({{1, 5}, empty}));
  CHECK(problem.group_kinds() == 3);
  CHECK(problem.group_count() == 3 * 25);
}

TEST_CASE("the options of a puzzle are its candidates", "[problem]") {
  const Shape shape{2, 2};
  const BoardSource::Cells empty(shape.cells());
  std::vector<Digits> candidates(shape.cells(), all_digits(shape));
  candidates[0] = digit_bit(1) | digit_bit(3);
  Problem problem;
  REQUIRE(problem.read({shape, empty, candidates}));
  CHECK(problem.option_count() == 4 * 16 - 2);
  CHECK(problem.members()[problem.place(0).groups[0]] == candidates[0]);
  candidates[5] = 0;
  CHECK_FALSE(problem.read({shape, empty, candidates}));
}

TEST_CASE("candidates may contradict a clue", "[problem]") {
  const Shape shape{2, 2};
  BoardSource::Cells cells(shape.cells());
  cells[0] = 2;
  std::vector<Digits> candidates(shape.cells(), all_digits(shape));
  Problem problem;
  CHECK(problem.read({shape, cells, candidates}));
  candidates[0] = digit_bit(1) | digit_bit(3);
  CHECK_FALSE(problem.read({shape, cells, candidates}));
}

}  // namespace sudoku
