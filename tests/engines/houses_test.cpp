#include "engines/houses.h"

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("the peers of a cell are the 20 others that share a house", "[houses]") {
  for (int cell = 0; cell < kCells; ++cell) {
    const auto& peers = kPeersOfCell[static_cast<std::size_t>(cell)];
    INFO("cell " << cell);
    CHECK(std::is_sorted(peers.begin(), peers.end()));
    for (int other = 0; other < kCells; ++other) {
      const bool is_peer = std::count(peers.begin(), peers.end(), other) == 1;
      const bool share = row_of(cell) == row_of(other) || column_of(cell) == column_of(other) ||
                         box_of(cell) == box_of(other);
      if (is_peer != (other != cell && share)) FAIL("peer " << other);
    }
  }
}

TEST_CASE("every cell is in its three houses, for every shape", "[houses]") {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, k9x9, Shape{4, 5}, Shape{8, 8},
                            Shape{1, 2}, Shape{1, 64}}) {
    INFO("boxes of " << +shape.box_rows << " rows and " << +shape.box_columns << " columns");
    const HousesOfShape table(shape);
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      const auto& houses = table.of(cell);
      if (houses[0] != cell / shape.side()) FAIL_CHECK("row of cell " << cell);
      if (houses[1] != shape.side() + cell % shape.side()) FAIL_CHECK("column of cell " << cell);
      const bool is_latin = shape.is_latin();
      if (is_latin && houses[2] != 2 * shape.side() + houses[0]) FAIL_CHECK("box of " << cell);
      for (const std::size_t house : houses) {
        if (std::ranges::count(table.cells_of(house), cell) != 1) FAIL_CHECK("cell " << cell);
      }
      if (shape != k9x9) continue;
      CHECK(std::ranges::equal(houses, Houses9x9::of(static_cast<int>(cell))));
    }
    for (std::size_t house = 0; house < 3 * shape.side(); ++house) {
      const auto cells = table.cells_of(house);
      CHECK(cells.size() == shape.side());
      CHECK(std::ranges::is_sorted(cells));
      if (shape == k9x9) CHECK(std::ranges::equal(cells, Houses9x9::cells_of(house)));
    }
  }
}

}  // namespace sudoku
