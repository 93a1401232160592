#include "harness/external/contestants.h"

#include "engines/registry.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {

TEST_CASE("a name selects engines of the registry", "[contestants]") {
  Entrants entrants;
  entrants.engines = {find_engine("stack"), find_engine("naive")};
  entrants.engine_options.cell_order = CellOrder::row;
  const auto contestants = contestants_of(entrants, 1, 1, {{k9x9}});
  REQUIRE(contestants.size() == 2);
  CHECK(contestants[0].id == "stack");
  CHECK(contestants[1].id == "naive");
  const Grid puzzle =
      grid_of(".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...");
  // The order of the cells decides which of the five solutions comes first.
  const GridAnswer by_rows = solve_one(*contestants[0].make(), puzzle, limit_of(1));
  const GridAnswer by_columns =
      solve_one(*find_engine("stack")->make({CellOrder::column}), puzzle, limit_of(1));
  CHECK(by_rows.first_solution != by_columns.first_solution);
}

}  // namespace sudoku
