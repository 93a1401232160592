#include "engines/solvers/sat_engine.h"

#include <cstddef>
#include <span>

#include "harness/puzzle/owned_boards.h"
#include "tests/catch.h"
#include "tests/engines/solvers/solver_testing.h"

namespace sudoku::solvers {
namespace {

struct Counter {
  void add(std::span<const int>) { ++clauses; }
  std::size_t clauses = 0;
};

}  // namespace

TEST_CASE("clause_count is the number of clauses that add_clauses adds", "[solvers]") {
  Encoding encoding;
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 3}, Shape{1, 5}}) {
    OwnBoard puzzle(shape);
    puzzle.cells[0] = 1;  // so that the sizes of groups differ
    REQUIRE(encoding.set(puzzle));
    const SolveLimits limits;
    SolveResult result;
    SearchMonitor monitor(limits, {{&result, 1}, {}}, nullptr, shape);
    REQUIRE(monitor.begin(0));
    Counter counter;
    REQUIRE(add_clauses(encoding, counter, monitor));
    CHECK(clause_count(encoding) == counter.clauses);
  }
}

}  // namespace sudoku::solvers
