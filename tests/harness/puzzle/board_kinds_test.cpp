#include "harness/puzzle/board_kinds.h"

#include <string>

#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {

TEST_CASE("boards are described by size, boxes and candidates", "[board_kinds]") {
  CHECK(describe_kind(k9x9) == "9x9 boards");
  CHECK(describe_kind(Shape{4, 5}) == "20x20 boards");
  CHECK(describe_kind(Shape{1, 9}) == "Latin squares of order 9");
  CHECK(describe_kind(BoardKind(Shape{1, 9}).with_candidates()) ==
        "Latin squares of order 9 with candidates");
}

TEST_CASE("an engine supports shapes and candidates by its traits", "[board_kinds]") {
  using enum EngineTraits;
  const BoardKind nine = BoardKind(k9x9).with_candidates();
  const BoardKind six = BoardKind(Shape{2, 3}).with_candidates();
  CHECK(unsupported_reason(kPlain, six).empty());
  CHECK(unsupported_reason(k9x9Only, nine).empty());
  CHECK(unsupported_reason(k9x9Only, six) == "for 9x9 only");
  CHECK(unsupported_reason(k9x9Only, Shape{1, 9}) == "for 9x9 only");
  CHECK(unsupported_reason(kNoCandidates, Shape{1, 9}).empty());
  CHECK(unsupported_reason(kNoCandidates, nine) == "not for candidates");
  CHECK(unsupported_reason(kNoCandidates, six) == "not for candidates");
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
  for (const Shape& shape :
       {Shape{1, 2}, Shape{2, 2}, k9x9, Shape{6, 6}, Shape{1, 61}, Shape{8, 8}}) {
    OwnedBoard board(shape);
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      board.cells()[cell] = static_cast<std::uint8_t>(cell % (shape.side() + 1));
    }
    OwnedBoard read(shape);
    REQUIRE(parse_board(format_line(board), read));
    CHECK(read == board);
    if (shape.side() > kMaxSideOfSymbols) continue;
    OwnedBoard sets(shape);
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      sets.candidates()[cell] = cell & all_digits(shape);
    }
    REQUIRE(parse_board(format_line(sets), read));
    CHECK(read == sets);
    REQUIRE(parse_board(format_line(board), read));
    CHECK(read == board);
  }
  OwnedBoard read;
  CHECK_FALSE(parse_board("", read));
  CHECK_FALSE(parse_board(std::string(80, '.'), read));
  CHECK_FALSE(parse_board(std::string(729, '1'), read));
}

TEST_CASE("the length of a text and its candidates decide its shape", "[board_kinds]") {
  const auto candidates = [](const Shape& shape) {
    OwnedBoard board(shape);
    board.candidates()[0] = 1;
    return format_line(board);
  };
  CHECK(usual_shape_of_text(std::string(81, '.')) == k9x9);
  CHECK(usual_shape_of_text(std::string(36, '.')) == Shape{2, 3});
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
