// Tests the options and groups of a puzzle after its singles are filled.

#include "engines/problem.h"

#include <algorithm>

#include "harness/puzzle/owned_boards.h"
#include "tests/catch.h"
#include "tests/engines/board_source.h"

namespace sudoku {
namespace {

constexpr Shape kShapes[] = {{2, 2}, {2, 3}, {3, 2}, {3, 3},  {4, 5}, {6, 6},
                             {8, 8}, {1, 4}, {1, 5}, {1, 30}, {1, 64}};

}  // namespace

TEST_CASE("options and groups refer to each other, on every shape", "[problem]") {
  Problem problem;
  for (const Shape shape : kShapes) {
    for (const std::size_t percent : {0, 30}) {
      const BoardSource::Cells puzzle = BoardSource(shape, 2).filled(percent);
      REQUIRE(problem.read({shape, puzzle}));
      CHECK(problem.group_kinds() == (shape.is_latin() ? 3 : 4));
      if (percent == 0) {
        CHECK(problem.option_count() == shape.cells() * shape.side());
        CHECK(problem.group_count() == problem.group_kinds() * shape.cells());
      }
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
      CHECK(std::none_of(seen.begin(), seen.end(), is_single));
    }
  }
}

TEST_CASE("singles of clues and candidates fill cells", "[problem]") {
  Problem problem;
  for (const Shape shape : kShapes) {
    const BoardSource::Cells full = BoardSource(shape, 1).solved();
    BoardSource::Cells clues = full;
    std::fill_n(clues.begin(), shape.side(), std::uint8_t{0});
    OwnedBoard naked(shape);
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      naked.candidates()[cell] = digit_bit(full[cell]);
    }
    for (const Board& puzzle : {Board{shape, full}, Board{shape, clues}, Board(naked)}) {
      REQUIRE(problem.read(puzzle));
      CHECK(problem.cells_to_fill() == 0);
      CHECK(problem.option_count() == 0);
      CHECK((problem.board() == Board{shape, full}));
    }
    OwnedBoard hidden(shape);
    for (std::size_t cell = 1; cell < shape.side(); ++cell) hidden.candidates()[cell] ^= 1;
    REQUIRE(problem.read(hidden));
    CHECK(problem.board()[0] == 1);
  }
}

TEST_CASE("contradicting clues and candidates are rejected", "[problem]") {
  Problem problem;
  for (const Shape shape : kShapes) {
    const std::size_t side = shape.side();
    const std::size_t in_box = side * (shape.box_rows - 1U) + shape.box_columns - 1U;
    for (const std::size_t other : {side - 1, side * (side - 1), in_box}) {
      OwnedBoard puzzle(shape);
      puzzle.cells()[0] = puzzle.cells()[other] = 1;
      CHECK_FALSE(problem.read(puzzle));
      puzzle.cells()[other] = 2;
      CHECK(problem.read(puzzle));
    }
    OwnedBoard puzzle(shape);
    puzzle.candidates()[0] = 0;
    CHECK_FALSE(problem.read(puzzle));
    puzzle.candidates()[0] = digit_bit(1);
    CHECK(problem.read(puzzle));
    puzzle.cells()[0] = 2;
    CHECK_FALSE(problem.read(puzzle));
    puzzle.cells()[0] = 0;
    for (std::size_t cell = 0; cell < side; ++cell) puzzle.candidates()[cell] = digit_bit(2);
    CHECK_FALSE(problem.read(puzzle));
  }
}

}  // namespace sudoku
