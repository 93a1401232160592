// Tests which options learn decides.

#include "engines/learn/decisions.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/learn/assignment.h"
#include "engines/problem.h"
#include "tests/catch.h"
#include "tests/engines/board_source.h"

namespace sudoku::learn {
namespace {

/// A board whose cells may have every digit, except one cell with two candidates.
class DecisionsFixture {
 public:
  explicit DecisionsFixture(const Shape& shape) {
    const BoardSource::Cells empty(shape.cells());
    std::vector<Digits> candidates(shape.cells(), all_digits(shape));
    candidates[kSmallCell] = digit_bit(2) | digit_bit(4);
    REQUIRE(problem.read({shape, empty, candidates}));
    assignment.reset(problem);
    decisions.reset();
  }

  /// Returns the option of a digit in a cell.
  Option option(std::size_t cell, std::uint8_t digit) const {
    Option found = 0;
    while (problem.place(found).cell != cell || problem.place(found).digit != digit) ++found;
    return found;
  }

  static constexpr std::size_t kSmallCell = 7;
  Problem problem;
  Assignment assignment;
  Decisions decisions{problem};
};

constexpr Shape kLatin{1, 4};

}  // namespace

TEST_CASE("a decision in a Latin square belongs to a group with the fewest options", "[learn]") {
  DecisionsFixture board(kLatin);
  for (int i = 0; i < 100; ++i) board.decisions.bump(board.option(0, 1));
  const Literal literal = board.decisions.next(board.assignment, true);
  CHECK(is_choice(literal));
  CHECK(board.problem.place(option_of(literal)).cell == board.kSmallCell);
}

TEST_CASE("activity decides among the smallest groups of a Latin square", "[learn]") {
  DecisionsFixture board(kLatin);
  board.decisions.bump(board.option(board.kSmallCell, 4));
  CHECK(board.decisions.next(board.assignment, true) == chosen(board.option(board.kSmallCell, 4)));
  board.decisions.bump(board.option(board.kSmallCell, 2));
  board.decisions.bump(board.option(board.kSmallCell, 2));
  CHECK(board.decisions.next(board.assignment, true) == chosen(board.option(board.kSmallCell, 2)));
}

TEST_CASE("a decision in a Latin square repeats the longest assignment", "[learn]") {
  DecisionsFixture board(kLatin);
  const Option repeated = board.option(board.kSmallCell, 2);
  for (int i = 0; i < 100; ++i) board.decisions.bump(board.option(board.kSmallCell, 4));
  board.assignment.open_level();
  board.assignment.push(chosen(repeated), kNoReason);
  board.decisions.note_consistent(board.assignment, 1);
  board.assignment.backtrack(0, [](Literal) {});
  CHECK(board.decisions.next(board.assignment, true) == chosen(repeated));
  CHECK(board.decisions.next(board.assignment, false) == chosen(board.option(board.kSmallCell, 4)));
}

TEST_CASE("a decision with boxes follows activity", "[learn]") {
  DecisionsFixture board({2, 2});
  const Option active = board.option(0, 1);
  for (int i = 0; i < 100; ++i) board.decisions.bump(active);
  CHECK(board.decisions.next(board.assignment, true) == chosen(active));
}

}  // namespace sudoku::learn
