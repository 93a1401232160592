#include "harness/puzzle/isomorph.h"

#include "harness/puzzle/regular_board.h"
#include "harness/puzzle/shapes.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {

TEST_CASE("a symmetry transposes and permutes as its fields say", "[isomorph]") {
  Isomorphism isomorphism;
  CHECK(isomorphism.apply(kUnique) == kUnique);
  isomorphism.is_transposed = true;
  std::swap(isomorphism.rows[0], isomorphism.rows[2]);
  std::swap(isomorphism.digits[8], isomorphism.digits[3]);
  const Grid image = isomorphism.apply(kUnique);
  CHECK(image[2 * 9 + 0] == 3);  // the 8 in the corner
  CHECK(image[0 * 9 + 1] == 8);  // the 3 of row 1, column 2
  CHECK(image[1 * 9 + 2] == 7);  // the 7 of row 2, column 1
  CHECK(clue_count(image) == clue_count(kUnique));
}

TEST_CASE("symmetries map solutions to solutions and back, and candidates like digits",
          "[isomorph]") {
  Random random(7);
  for (const Shape& shape :
       {Shape{1, 5}, Shape{2, 3}, Shape{3, 2}, k9x9, Shape{4, 4}, Shape{5, 6}}) {
    INFO(to_string(shape));
    const OwnedBoard board = regular_board(shape);
    OwnedBoard puzzle = board;  // allows the digit of each cell, and others
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      puzzle.candidates()[cell] =
          (random.next() & all_digits(shape)) | digit_bit(Board(board)[cell]);
    }
    for (int i = 0; i < 50; ++i) {
      const Isomorphism isomorphism = random_isomorphism(random, shape);
      CHECK((!isomorphism.is_transposed || can_be_transposed(shape)));
      OwnedBoard image = isomorphism.apply(Board(puzzle));
      OwnedBoard solution(shape);
      isomorphism.apply(board, solution.cells());
      CHECK(is_solution_of(solution, image));
      OwnedBoard back(shape);
      isomorphism.undo(solution, back.cells());
      CHECK(back == board);
      for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
        const std::size_t source = isomorphism.source_of(cell / shape.side(), cell % shape.side());
        for (std::uint8_t digit = 1; digit <= shape.side(); ++digit) {
          const Digits renamed = digit_bit(isomorphism.digits[digit]);
          CHECK(((image.candidates()[cell] & renamed) != 0) ==
                ((puzzle.candidates()[source] & digit_bit(digit)) != 0));
        }
      }
    }
  }
}

TEST_CASE("every field of a random symmetry takes all its values", "[isomorph]") {
  Random random(6);
  std::set<bool> transpositions;
  std::set<Isomorphism::LineOrder> rows;
  std::set<Isomorphism::LineOrder> columns;
  std::set<std::pair<int, int>> names;
  for (int i = 0; i < 20000; ++i) {
    const Isomorphism isomorphism = random_isomorphism(random);
    transpositions.insert(isomorphism.is_transposed);
    rows.insert(isomorphism.rows);
    columns.insert(isomorphism.columns);
    for (int digit = 0; digit <= 9; ++digit) {
      names.emplace(digit, isomorphism.digits[static_cast<std::size_t>(digit)]);
    }
  }
  CHECK(transpositions.size() == 2);
  CHECK(rows.size() == 1296);
  CHECK(columns.size() == 1296);
  CHECK(names.size() == 1 + 9 * 9);  // an empty cell stays one
}

TEST_CASE("numbered symmetries depend on seed, puzzle and number, not on the version",
          "[isomorph]") {
  CHECK(numbered_isomorphism(kUnique, 1, 0) == Isomorphism{});
  CHECK(format_line(numbered_isomorphism(kUnique, 1, 1).apply(kUnique)) ==
        "...4.7..1......4....5.2..6..3.....2..56......7..5....91..7.9....6..3..8......4...");
  std::vector<Isomorphism> drawn;
  for (const Grid& puzzle : {kUnique, kSolution}) {
    for (const std::uint64_t seed : {1U, 2U}) {
      for (const std::uint64_t number : {1U, 2U}) {
        const Isomorphism isomorphism = numbered_isomorphism(puzzle, seed, number);
        CHECK(std::find(drawn.begin(), drawn.end(), isomorphism) == drawn.end());
        drawn.push_back(isomorphism);
      }
    }
  }
}

}  // namespace sudoku
