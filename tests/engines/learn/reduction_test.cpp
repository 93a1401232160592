// Tests which clauses a reduction keeps, and the limit of their memory.

#include "engines/learn/reduction.h"

#include "engines/problem.h"
#include "tests/catch.h"

namespace sudoku::learn {
namespace {

/// An empty board with some clauses. Each clause has consecutive options.
class ReductionFixture {
 public:
  explicit ReductionFixture(const Shape& shape) {
    const std::vector<std::uint8_t> empty(shape.cells());
    REQUIRE(problem.read({shape, empty}));
    assignment.reset(problem);
    clauses.reset(problem.option_count());
    reduction.reset();
  }

  ClauseRef add(Option first, std::uint32_t size, std::uint32_t glue, bool is_permanent = false) {
    std::vector<Literal> literals;
    for (Option option = first; option < first + size; ++option) {
      literals.push_back(excluded(option));
    }
    return clauses.add(literals, glue, is_permanent);
  }

  /// Returns the first option of each clause.
  std::vector<Option> firsts() const {
    std::vector<Option> found;
    clauses.for_each(
        [&](ClauseRef clause) { found.push_back(option_of(clauses.literals(clause)[0])); });
    return found;
  }

  Problem problem;
  Assignment assignment;
  Clauses clauses;
  Reduction reduction{assignment, clauses};
};

}  // namespace

TEST_CASE("reductions keep permanent clauses", "[learn]") {
  ReductionFixture board({3, 3});
  board.add(7, 40, 40, true);
  for (int round = 0; round < 50; ++round) {
    for (Option option = 100; option < 120; ++option) board.add(option, 3, 3);
    board.reduction.reduce(0);
  }
  CHECK(board.firsts().front() == 7);
  CHECK(board.clauses.clause_count() < 30);
}

TEST_CASE("a reduction drops clauses with a high glue", "[learn]") {
  ReductionFixture board({3, 3});
  for (std::uint32_t glue = 1; glue <= 20; ++glue) board.add(100 + glue, 20, glue);
  board.reduction.reduce(0);
  CHECK((board.firsts() == std::vector<Option>{101, 102, 103, 104, 105}));
}

TEST_CASE("a reduction keeps recently used clauses without a high glue", "[learn]") {
  ReductionFixture board({3, 3});
  for (int i = 0; i < 100; ++i) board.add(200, 10, 10);
  board.clauses.mark(board.add(300, 5, 5), Clauses::kUsed);
  board.reduction.reduce(0);
  CHECK(board.firsts().back() == 300);
}

TEST_CASE("a reduction keeps reasons and updates their references", "[learn]") {
  ReductionFixture board({3, 3});
  for (int i = 0; i < 20; ++i) board.add(200, 9, 9);
  const ClauseRef reason = board.add(400, 30, 30);
  board.assignment.open_level();
  board.assignment.push(excluded(400), {Reason::clause, reason});
  board.reduction.reduce(0);
  const Reason moved = board.assignment.reason_of(400);
  REQUIRE(moved.kind == Reason::clause);
  CHECK(moved.index < reason);
  CHECK(board.clauses.literals(moved.index)[0] == excluded(400));
  CHECK(board.clauses.size(moved.index) == 30);
  bool is_watched = false;
  for (const Watch& watch : board.clauses.watches(excluded(400))) {
    is_watched |= watch.clause == moved.index;
  }
  CHECK(is_watched);
}

TEST_CASE("the memory of clauses is limited even if their glue is low", "[learn]") {
  ReductionFixture board({5, 5});
  const std::uint32_t size = 15'000;
  while (board.clauses.word_count() <= Reduction::kMostWords) {
    REQUIRE_FALSE(board.reduction.is_due(0));
    board.add(0, size, 1);
  }
  CHECK(board.reduction.is_due(0));
  board.reduction.reduce(0);
  CHECK(board.clauses.word_count() < Reduction::kMostWords / 4);
  CHECK_FALSE(board.reduction.is_due(0));
}

}  // namespace sudoku::learn
