#include "harness/external/external_executor.h"

#include "engines/registry.h"
#include "engines/rules.h"
#include "tests/catch.h"

namespace sudoku {

TEST_CASE("the probe puzzle of every shape has exactly the probe solution", "[probe]") {
  for (std::uint8_t rows = 2; rows <= kMaxSide / 2; ++rows) {
    for (std::uint8_t columns = 2; std::size_t{rows} * columns <= kMaxSide; ++columns) {
      const Shape shape{rows, columns};
      const OwnedBoard puzzle = probe_puzzle(shape);
      OwnedBoard solution = puzzle;
      CHECK(clue_count(puzzle) == static_cast<int>(shape.cells()) - 1);
      SolveResult result;
      default_engine(shape).make({})->solve(Board(puzzle), {}, {{&result, 1}, solution.cells()},
                                            nullptr);
      CHECK((result.solutions == 1));
      CHECK(solution == probe_solution(shape));
      CHECK(is_solution_of(probe_solution(shape), puzzle));
    }
  }
}

}  // namespace sudoku
