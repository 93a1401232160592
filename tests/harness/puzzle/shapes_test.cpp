#include "harness/puzzle/shapes.h"

#include <string>
#include <vector>

#include "engines/rules.h"
#include "harness/puzzle/isomorph.h"
#include "tests/catch.h"

using namespace sudoku;

TEST_CASE("shapes are formatted and parsed", "[shapes]") {
  CHECK(to_string(Shape{4, 5}) == "4x5");
  CHECK(parse_shape("4x5") == Shape{4, 5});
  CHECK(size_of(Shape{4, 5}) == "20x20");
  for (const std::string text : {"", "x", "4", "4x", "x5", "1x4", "4x1", "0x0", "7x7", "3x13",
                                 "4X5", " 4x5", "4x5 ", "-4x5"}) {
    CHECK_FALSE(parse_shape(text).has_value());
  }
}

TEST_CASE("the usual boxes are nearly square", "[shapes]") {
  CHECK(usual_shape(6) == Shape{2, 3});
  CHECK(usual_shape(9) == k9x9);
  CHECK(usual_shape(12) == Shape{3, 4});
  CHECK(usual_shape(20) == Shape{4, 5});
  CHECK(usual_shape(36) == Shape{6, 6});
  for (const std::size_t side : {0, 1, 2, 3, 5, 7, 13, 31, 37, 40}) CHECK_FALSE(usual_shape(side));
  CHECK(usual_shape_of_cells(256) == Shape{4, 4});
  CHECK_FALSE(usual_shape_of_cells(255));
  CHECK_FALSE(usual_shape_of_cells(25));
}

TEST_CASE("formatted symbols are parsed back", "[shapes]") {
  for (const Shape shape : {Shape{2, 2}, k9x9, Shape{5, 5}, Shape{6, 6}}) {
    std::vector<std::uint8_t> cells(shape.cells());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i] = static_cast<std::uint8_t>(i % (shape.side() + 1));
    }
    std::string text = format_line(Board{shape, cells});
    std::vector<std::uint8_t> read(cells.size());
    CHECK(parse_symbols(text, shape, read));
    CHECK(read == cells);
    text.back() = '0';
    CHECK_FALSE(parse_symbols(text, shape, read));
    CHECK_FALSE(parse_symbols(text.substr(1), shape, read));
  }
}

TEST_CASE("symmetries of other shapes map solutions to solutions and back", "[isomorph]") {
  Random random(7);
  for (const Shape shape : {Shape{2, 3}, Shape{3, 2}, Shape{4, 4}, Shape{5, 6}}) {
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
      CHECK((!isomorphism.is_transposed || shape.box_rows == shape.box_columns));
      std::vector<std::uint8_t> image(cells.size());
      std::vector<std::uint8_t> back(cells.size());
      isomorphism.apply(board, image);
      isomorphism.undo({shape, image}, back);
      CHECK(is_solution_of({shape, image}, {shape, image}));
      CHECK(back == cells);
    }
  }
}
