#include "harness/puzzle/refined_canonical_form.h"

#include <set>
#include <string>
#include <vector>

#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/isomorph.h"
#include "harness/puzzle/regular_board.h"
#include "harness/puzzle/shapes.h"
#include "tests/catch.h"

using namespace sudoku;

namespace {

/// Returns a board in which each cell may have each digit with probability `share` / 8.
OwnedBoard random_candidates(const Shape& shape, unsigned share, Random& random) {
  OwnedBoard board(shape);
  for (Digits& digits : board.candidates()) {
    for (std::uint8_t digit = 1; digit <= shape.side(); ++digit) {
      if (random.below(8) >= share) digits &= ~digit_bit(digit);
    }
  }
  return board;
}

/// Collects the forms of all ways to fill the cells from `cell` on. Returns their number.
std::size_t complete(OwnedBoard& board, std::size_t cell, std::set<std::string>& forms) {
  const HousesOfShape houses(board.shape());
  const HouseMasks<HousesOfShape> masks(houses, board);
  if (cell == board.cells().size()) {
    forms.insert(format_line(refined_canonical_form(board)));
    return 1;
  }
  std::size_t boards = 0;
  for (std::uint8_t digit = 1; digit <= board.shape().side(); ++digit) {
    if ((masks.candidates_of(cell) & masks.mask_of(digit)) == 0) continue;
    board.cells()[cell] = digit;
    boards += complete(board, cell + 1, forms);
    board.cells()[cell] = 0;
  }
  return boards;
}

/// Returns the forms of isomorphs of a board.
std::set<std::string> forms_of(const Board& board, int isomorphs, Random& random) {
  std::set<std::string> forms;
  for (int i = 0; i < isomorphs; ++i) {
    const OwnedBoard isomorph = random_isomorphism(random, board.shape).apply(board);
    forms.insert(format_line(refined_canonical_form(isomorph)));
  }
  return forms;
}

}  // namespace

TEST_CASE("1000 isomorphs with candidates have one form", "[refined_canonical_form]") {
  Random random(1);
  for (const unsigned share : {1U, 4U, 7U}) {
    const OwnedBoard board = random_candidates(k9x9, share, random);
    CHECK(forms_of(board, 1000, random).size() == 1);
  }
}

TEST_CASE("the form is an isomorph", "[refined_canonical_form]") {
  // Isomorphs have the same numbers of candidates in their rows, columns and digits.
  Random random(2);
  const OwnedBoard board = random_candidates({2, 3}, 4, random);
  const auto counts = [](const Board& of) {
    std::vector<std::size_t> sizes(36 + 6);
    for (std::size_t cell = 0; cell < 36; ++cell) {
      for (std::uint8_t digit = 1; digit <= 6; ++digit) {
        if ((of.allowed(cell) & digit_bit(digit)) == 0) continue;
        ++sizes[cell];
        ++sizes[36 + digit - 1U];
      }
    }
    std::ranges::sort(sizes);
    return sizes;
  };
  CHECK(counts(refined_canonical_form(board)) == counts(board));
}

TEST_CASE("symmetric puzzles have one form, too", "[refined_canonical_form]") {
  Random random(3);
  for (const Shape& shape :
       {Shape{2, 2}, Shape{2, 3}, k9x9, Shape{1, 7}, Shape{1, 9}, Shape{3, 4}}) {
    INFO(to_string(shape));
    OwnedBoard all(shape);
    all.candidates();
    OwnedBoard nearly_all = all;
    nearly_all.candidates()[1] = 3;
    CHECK(forms_of(all, 5, random).size() == 1);
    CHECK(forms_of(nearly_all, 5, random).size() == 1);
    CHECK(forms_of(OwnedBoard(shape), 5, random).size() == 1);
    CHECK(forms_of(regular_board(shape), 20, random).size() == 1);
  }
}

TEST_CASE("the complete boards of 4x4 have two forms", "[refined_canonical_form]") {
  for (const auto& [shape, boards] : {std::pair(Shape{2, 2}, 288U), {Shape{1, 4}, 576U}}) {
    OwnedBoard board(shape);
    std::set<std::string> forms;
    CHECK(complete(board, 0, forms) == boards);
    CHECK(forms.size() == 2);
  }
}

TEST_CASE("clues in puzzles with candidates count as candidates", "[refined_canonical_form]") {
  Random random(5);
  OwnedBoard board = random_candidates(k9x9, 6, random);
  board.candidates()[40] = 0x1F;
  OwnedBoard other = board;
  board.cells()[40] = 2;
  other.candidates()[40] = 2;
  CHECK(refined_canonical_form(board) == refined_canonical_form(other));
}

TEST_CASE("the canonical form of 9x9 with candidates is the refined one", "[canonical_form]") {
  Random random(6);
  const OwnedBoard board = random_candidates(k9x9, 5, random);
  CHECK(canonical_form(Board(board)) == refined_canonical_form(board));
  CHECK(canonical_form(Board(OwnedBoard(k9x9))) == OwnedBoard(canonical_form(Grid{})));
}
