#include "harness/external/solver_factory.h"

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {

TEST_CASE("requested engines come from the registry", "[solvers]") {
  RequestedSolvers requested;
  requested.engines = {find_engine("stack"), find_engine("naive")};
  requested.engine_options.cell_order = CellOrder::row;
  const auto solvers = solvers_of(requested, limit_of(1), 1, {{k9x9}});
  REQUIRE(solvers.size() == 2);
  CHECK(solvers[0].id == "stack");
  CHECK(solvers[1].id == "naive");
  // The order of the cells decides which of the five solutions comes first.
  const GridAnswer by_rows = solve_one(*solvers[0].make(), kFive, limit_of(1));
  const GridAnswer by_columns =
      solve_one(*find_engine("stack")->make({CellOrder::column}), kFive, limit_of(1));
  CHECK(by_rows.first_solution != by_columns.first_solution);
}

}  // namespace sudoku
