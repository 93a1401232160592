#include "harness/puzzle/shapes.h"

#include <string>
#include <vector>

#include "engines/rules.h"
#include "harness/puzzle/isomorph.h"
#include "harness/puzzle/owned_boards.h"
#include "tests/catch.h"

using namespace sudoku;

TEST_CASE("shapes are formatted and parsed", "[shapes]") {
  CHECK(to_string(Shape{4, 5}) == "4x5");
  CHECK(parse_shape("4x5") == Shape{4, 5});
  CHECK(size_of(Shape{4, 5}) == "20x20");
  CHECK(parse_shape("1x2") == Shape{1, 2});
  CHECK(parse_shape("1x64") == Shape{1, 64});
  CHECK(parse_shape("8x8") == Shape{8, 8});
  for (const std::string text : {"", "x", "4", "4x", "x5", "1x1", "4x1", "0x0", "8x9", "1x65",
                                 "5x13", "4X5", " 4x5", "4x5 ", "-4x5"}) {
    CHECK_FALSE(parse_shape(text).has_value());
  }
}

TEST_CASE("boxes are described in words", "[shapes]") {
  CHECK(describe_boxes({3, 4}) == "boxes of 3 rows and 4 columns");
  CHECK(describe_boxes({1, 12}) == "Latin square of order 12");
}

TEST_CASE("the usual boxes are nearly square", "[shapes]") {
  CHECK(usual_shape(6) == Shape{2, 3});
  CHECK(usual_shape(9) == k9x9);
  CHECK(usual_shape(12) == Shape{3, 4});
  CHECK(usual_shape(20) == Shape{4, 5});
  CHECK(usual_shape(36) == Shape{6, 6});
  CHECK(usual_shape(62) == Shape{2, 31});
  CHECK(usual_shape(64) == Shape{8, 8});
  for (const std::size_t side : {0, 1, 2, 3, 5, 7, 13, 31, 37, 65}) CHECK_FALSE(usual_shape(side));
  CHECK(usual_shape_of_cells(256) == Shape{4, 4});
  CHECK_FALSE(usual_shape_of_cells(255));
  CHECK_FALSE(usual_shape_of_cells(25));
}

TEST_CASE("roots of squares and cubes are found", "[shapes]") {
  CHECK(square_root(64) == 8);
  CHECK(square_root(4096) == 64);
  CHECK(square_root(4225) == 0);
  CHECK(square_root(65) == 0);
  CHECK(cube_root(64) == 4);
  CHECK(cube_root(729) == 9);
  CHECK(cube_root(730) == 0);
  CHECK(cube_root(0) == 0);
}

TEST_CASE("formatted symbols are parsed back", "[shapes]") {
  for (const Shape shape : {Shape{1, 2}, Shape{2, 2}, k9x9, Shape{5, 5}, Shape{6, 6}, Shape{1, 61},
                            Shape{1, 62}, Shape{8, 8}}) {
    std::vector<std::uint8_t> cells(shape.cells());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i] = static_cast<std::uint8_t>(i % (shape.side() + 1));
    }
    std::string text = format_line(Board{shape, cells});
    std::vector<std::uint8_t> read(cells.size());
    CHECK(parse_symbols(text, shape, read));
    CHECK(read == cells);
    text.back() = '*';
    CHECK_FALSE(parse_symbols(text, shape, read));
    CHECK_FALSE(parse_symbols(text.substr(1), shape, read));
    CHECK_FALSE(parse_symbols(text + " 1", shape, read));
    CHECK_FALSE(parse_symbols("", shape, read));
  }
}

TEST_CASE("formatted candidates are parsed back", "[shapes]") {
  for (const Shape shape : {Shape{1, 3}, Shape{2, 2}, k9x9, Shape{4, 4}}) {
    OwnedBoard board(shape);
    for (std::size_t i = 0; i < shape.cells(); ++i) {
      board.candidates()[i] = (37 * i) & all_digits(shape);
    }
    std::string text = format_line(board);
    CHECK(text.size() == shape.cells() * shape.side());
    std::vector<Digits> read(shape.cells());
    CHECK(parse_candidates(text, shape, read));
    CHECK(std::ranges::equal(read, Board(board).candidates));
    CHECK_FALSE(parse_candidates(text.substr(1), shape, read));
    text[0] = '2';
    CHECK_FALSE(parse_candidates(text, shape, read));
    text[0] = '0';
    CHECK_FALSE(parse_candidates(text, shape, read));
  }
}

TEST_CASE("symmetries map candidates as they map digits", "[isomorph]") {
  Random random(11);
  for (const Shape shape : {Shape{1, 5}, Shape{2, 3}, k9x9}) {
    OwnedBoard puzzle(shape);
    for (std::size_t i = 0; i < shape.cells(); ++i) {
      puzzle.candidates()[i] = random.next() & all_digits(shape);
    }
    const Isomorphism isomorphism = random_isomorphism(random, shape);
    const OwnedBoard image = isomorphism.apply(Board(puzzle));
    for (std::uint8_t digit = 1; digit <= shape.side(); ++digit) {
      // A board that has the digit in the cells where it is allowed.
      std::vector<std::uint8_t> cells(shape.cells());
      std::vector<std::uint8_t> moved(shape.cells());
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if ((puzzle.candidates()[i] & digit_bit(digit)) != 0) cells[i] = digit;
      }
      isomorphism.apply({shape, cells}, moved);
      for (std::size_t i = 0; i < moved.size(); ++i) {
        const Digits renamed = digit_bit(isomorphism.digits[digit]);
        CHECK((moved[i] != 0) == ((Board(image).candidates[i] & renamed) != 0));
      }
    }
  }
}

TEST_CASE("symmetries of other shapes map solutions to solutions and back", "[isomorph]") {
  Random random(7);
  for (const Shape shape : {Shape{1, 5}, Shape{2, 3}, Shape{3, 2}, Shape{4, 4}, Shape{5, 6}}) {
    const std::size_t side = shape.side();
    std::vector<std::uint8_t> cells;
    for (std::size_t row = 0; row < side; ++row) {
      const std::size_t first = row % shape.box_rows * shape.box_columns + row / shape.box_rows;
      for (std::size_t column = 0; column < side; ++column) {
        cells.push_back(static_cast<std::uint8_t>((first + column) % side + 1));
      }
    }
    const Board board{shape, cells};
    REQUIRE(is_solution_of(board, board));
    for (int i = 0; i < 50; ++i) {
      const Isomorphism isomorphism = random_isomorphism(random, shape);
      CHECK((!isomorphism.is_transposed || can_be_transposed(shape)));
      std::vector<std::uint8_t> image(cells.size());
      std::vector<std::uint8_t> back(cells.size());
      isomorphism.apply(board, image);
      isomorphism.undo({shape, image}, back);
      CHECK(is_solution_of({shape, image}, {shape, image}));
      CHECK(back == cells);
    }
  }
}
