#include "harness/puzzle/board_kinds.h"

#include "harness/base/errors.h"
#include "harness/puzzle/shapes.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {

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

TEST_CASE("the usual boxes are nearly square", "[shapes]") {
  CHECK(usual_shape(6) == Shape{2, 3});
  CHECK(usual_shape(9) == k9x9);
  CHECK(usual_shape(12) == Shape{3, 4});
  CHECK(usual_shape(36) == Shape{6, 6});
  CHECK(usual_shape(62) == Shape{2, 31});
  CHECK(usual_shape(64) == Shape{8, 8});
  for (const std::size_t side : {0, 1, 2, 3, 5, 7, 13, 31, 37, 65}) CHECK_FALSE(usual_shape(side));
  CHECK(usual_shape_of_cells(256) == Shape{4, 4});
  CHECK_FALSE(usual_shape_of_cells(255));
  CHECK_FALSE(usual_shape_of_cells(25));
}

TEST_CASE("roots of squares and cubes are found", "[shapes]") {
  CHECK(square_root(4096) == 64);
  CHECK(square_root(4225) == 0);
  CHECK(square_root(65) == 0);
  CHECK(cube_root(729) == 9);
  CHECK(cube_root(730) == 0);
  CHECK(cube_root(0) == 0);
}

TEST_CASE("boards are described by size, boxes and candidates", "[board_kinds]") {
  CHECK(describe_boxes({3, 4}) == "boxes of 3 rows and 4 columns");
  CHECK(describe_boxes({1, 12}) == "Latin square of order 12");
  CHECK(describe_kind(Shape{4, 5}) == "20x20 boards");
  CHECK(describe_kind(Shape{1, 9}) == "Latin squares of order 9");
  CHECK(describe_kind(BoardKind(k9x9).with_candidates()) == "9x9 boards with candidates");
}

TEST_CASE("an engine supports shapes and candidates by its traits", "[board_kinds]") {
  using enum EngineTraits;
  const BoardKind nine = BoardKind(k9x9).with_candidates();
  const BoardKind six = BoardKind(Shape{2, 3}).with_candidates();
  CHECK(unsupported_reason(kPlain, six).empty());
  CHECK(unsupported_reason(k9x9Only, nine).empty());
  CHECK(unsupported_reason(k9x9Only, Shape{1, 9}) == "for 9x9 only");
  CHECK(unsupported_reason(kNoCandidates, Shape{1, 9}).empty());
  CHECK(unsupported_reason(k9x9Only | kNoCandidates, k9x9).empty());
  CHECK(unsupported_reason(k9x9Only | kNoCandidates, six) == "for 9x9 only");
  EngineInfo engine{};
  engine.traits = kNoCandidates;
  engine.id = "mine";
  CHECK(message_of<UsageError>([&] { require_support(engine, "c.txt", nine); }) ==
        "c.txt has 9x9 boards with candidates, but engine mine is not for candidates");
  CHECK_NOTHROW(require_support(engine, "c.txt", k9x9));
}

TEST_CASE("a board as text is read back, with candidates or without", "[board_kinds]") {
  const Shape shape = GENERATE(Shape{1, 2}, Shape{2, 2}, k9x9, Shape{5, 5}, Shape{6, 6},
                               Shape{1, 61}, Shape{1, 62}, Shape{8, 8});
  INFO(to_string(shape));
  const bool have_symbols = shape.side() <= kMaxSideOfSymbols;
  OwnedBoard board(shape);
  OwnedBoard sets(shape);
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
    board.cells()[cell] = static_cast<std::uint8_t>(cell % (shape.side() + 1));
    sets.candidates()[cell] = cell == 0 ? 1 : 37 * cell & all_digits(shape);
  }
  OwnedBoard read(shape);
  const auto check = [&](const OwnedBoard& given) {
    std::string text = format_line(given);
    REQUIRE(parse_board(text, read));
    CHECK(read == given);
    CHECK_FALSE(parse_board(text.substr(1), read));
    CHECK_FALSE(parse_board(text + " 1", read));
    for (const char wrong : {'2', '0', '*'}) {
      if (wrong != '*' && Board(given).candidates.empty()) continue;
      text.front() = wrong;
      CHECK_FALSE(parse_board(text, read));
    }
  };
  check(board);
  if (have_symbols) check(sets);
  check(board);
  CHECK_FALSE(parse_board("", read));
}

TEST_CASE("the length of a text and its candidates decide its shape", "[board_kinds]") {
  const auto candidates = [](const Shape& shape) {
    OwnedBoard board(shape);
    board.candidates()[0] = 1;
    return format_line(board);
  };
  CHECK(usual_shape_of_text(std::string(81, '.')) == k9x9);
  CHECK(usual_shape_of_text(candidates({2, 2})) == Shape{2, 2});
  CHECK(usual_shape_of_text(candidates(k9x9)) == k9x9);
  CHECK(usual_shape_of_text(candidates({4, 4})) == Shape{4, 4});
  // A cell without candidates.
  std::string text = candidates(k9x9);
  text[0] = '.';
  CHECK(usual_shape_of_text(text) == Shape{3, 9});
  CHECK(usual_shape_of_text(std::string(64, '.')) == Shape{2, 4});
  CHECK(usual_shape_of_text(std::string(216, '.')) == Shape{2, 3});
  CHECK_FALSE(usual_shape_of_text(std::string(82, '.')));
  CHECK_FALSE(usual_shape_of_text(""));
  CHECK(usual_shape_of_text(format_line(OwnedBoard(Shape{8, 8}))) == Shape{8, 8});
}

}  // namespace sudoku
