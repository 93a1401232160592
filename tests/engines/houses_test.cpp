#include "engines/houses.h"

#include <algorithm>
#include <set>

#include "tests/catch.h"

namespace sudoku {
namespace {

bool are_in_one_house(int cell, int other) {
  return row_of(cell) == row_of(other) || column_of(cell) == column_of(other) ||
         box_of(cell) == box_of(other);
}

}  // namespace

TEST_CASE("rows, columns and boxes of known cells", "[houses]") {
  struct {
    int cell, row, column, box;
  } const known[] = {{0, 0, 0, 0},  {8, 0, 8, 2},  {9, 1, 0, 0},  {30, 3, 3, 4}, {40, 4, 4, 4},
                     {53, 5, 8, 5}, {60, 6, 6, 8}, {72, 8, 0, 6}, {80, 8, 8, 8}};
  for (const auto& [cell, row, column, box] : known) {
    INFO("cell " << cell);
    CHECK(row_of(cell) == row);
    CHECK(column_of(cell) == column);
    CHECK(box_of(cell) == box);
  }
}

TEST_CASE("houses are nine rows, nine columns, nine boxes", "[houses]") {
  for (int i = 0; i < kSize; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const auto holds_all = [i](const auto& cells, int (*house_of)(int)) {
      return std::is_sorted(cells.begin(), cells.end()) &&
             std::set(cells.begin(), cells.end()).size() == kSize &&
             std::all_of(cells.begin(), cells.end(), [&](int cell) { return house_of(cell) == i; });
    };
    INFO("house " << i << " of its kind");
    CHECK(holds_all(Houses9x9::cells_of(index), row_of));
    CHECK(holds_all(Houses9x9::cells_of(index + 9), column_of));
    CHECK(holds_all(Houses9x9::cells_of(index + 18), box_of));
  }
}

TEST_CASE("the peers of a cell are the 20 others that share a house", "[houses]") {
  for (int cell = 0; cell < kCells; ++cell) {
    const auto& peers = kPeersOfCell[static_cast<std::size_t>(cell)];
    INFO("cell " << cell);
    CHECK(std::is_sorted(peers.begin(), peers.end()));
    for (int other = 0; other < kCells; ++other) {
      const bool is_peer = std::count(peers.begin(), peers.end(), other) == 1;
      if (is_peer != (other != cell && are_in_one_house(cell, other))) FAIL("peer " << other);
    }
  }
}

TEST_CASE("the table for any shape agrees with the table for 9x9", "[houses]") {
  const HousesOfShape table(k9x9);
  for (int cell = 0; cell < kCells; ++cell) {
    INFO("cell " << cell);
    const auto& houses = table.of(static_cast<std::size_t>(cell));
    const auto expected = Houses9x9::of(cell);
    CHECK(std::equal(houses.begin(), houses.end(), expected.begin(), expected.end()));
  }
  for (std::size_t house = 0; house < kHouses; ++house) {
    INFO("house " << house);
    const auto cells = table.cells_of(house);
    const auto expected = Houses9x9::cells_of(house);
    CHECK(std::equal(cells.begin(), cells.end(), expected.begin(), expected.end()));
  }
}

TEST_CASE("the boxes of a Latin square are its rows", "[houses]") {
  const HousesOfShape table({1, 64});
  for (std::size_t i = 0; i < 64; ++i) {
    CHECK(std::ranges::equal(table.cells_of(i), table.cells_of(128 + i)));
  }
}

TEST_CASE("every cell is in its three houses, for every shape", "[houses]") {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{4, 5}, Shape{8, 8},
                            Shape{1, 2}, Shape{1, 64}}) {
    INFO("boxes of " << +shape.box_rows << " rows and " << +shape.box_columns << " columns");
    const HousesOfShape table(shape);
    bool contains_all = true;
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      for (const std::size_t house : table.of(cell)) {
        const auto cells = table.cells_of(house);
        contains_all &= std::count(cells.begin(), cells.end(), cell) == 1;
      }
    }
    CHECK(contains_all);
    for (std::size_t house = 0; house < 3 * shape.side(); ++house) {
      CHECK(table.cells_of(house).size() == shape.side());
    }
  }
}

}  // namespace sudoku
