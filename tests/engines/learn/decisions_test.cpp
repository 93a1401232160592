// Tests which options learn decides.

#include "engines/learn/decisions.h"

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

  Literal next() { return decisions.next(assignment, true); }

  static constexpr std::size_t kSmallCell = 7;
  Problem problem;
  Assignment assignment;
  Decisions decisions{problem};
};

}  // namespace

TEST_CASE("a decision in a Latin square takes the best option of a smallest group", "[learn]") {
  DecisionsFixture board({1, 4});
  const Option two = board.option(board.kSmallCell, 2);
  const Option four = board.option(board.kSmallCell, 4);
  for (int i = 0; i < 100; ++i) board.decisions.bump(board.option(0, 1));
  board.decisions.bump(four);
  CHECK(board.next() == chosen(four));
  for (int i = 0; i < 2; ++i) board.decisions.bump(two);
  CHECK(board.next() == chosen(two));
  // The longest assignment comes before activity.
  board.assignment.open_level();
  board.assignment.push(chosen(four), kNoReason);
  board.decisions.note_consistent(board.assignment, 1);
  board.assignment.backtrack(0, [](Literal) {});
  CHECK(board.next() == chosen(four));
  CHECK(board.decisions.next(board.assignment, false) == chosen(two));
}

TEST_CASE("a decision with boxes follows activity", "[learn]") {
  DecisionsFixture board({2, 2});
  for (int i = 0; i < 100; ++i) board.decisions.bump(board.option(0, 1));
  CHECK(board.next() == chosen(board.option(0, 1)));
}

}  // namespace sudoku::learn
