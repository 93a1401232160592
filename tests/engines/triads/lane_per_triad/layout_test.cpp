#include "engines/triads/lane_per_triad/layout.h"

#include <set>

#include "engines/houses.h"
#include "tests/catch.h"

namespace sudoku::triads {
namespace {

/// Returns the cell of a lane in the row view, or kCells or more for an unused lane.
int cell_of(int m, int lane) { return kLayout.cell_of_byte[m][static_cast<std::size_t>(lane)]; }

/// Returns the source of a lane in a permutation of whole lanes. Unused lanes stay separate.
int source_of(const Permutation& bytes, int lane) {
  const int low = bytes[static_cast<std::size_t>(2 * lane)];
  CHECK(bytes[static_cast<std::size_t>(2 * lane + 1)] == low + 1);
  CHECK(low % 2 == 0);
  CHECK((low / 2 < kBoardLanes) == (lane < kBoardLanes));
  return low / 2;
}

}  // namespace

TEST_CASE("every cell has its own lane, and a triad uses one lane", "[triads]") {
  std::set<int> cells;
  for (int lane = 0; lane < kBoardLanes; ++lane) {
    std::set<int> columns;
    std::set<int> boxes;
    for (int m = 0; m < kRegisters; ++m) {
      const int cell = cell_of(m, lane);
      CHECK(cells.insert(cell).second);
      CHECK(row_of(cell) == row_of(cell_of(0, lane)));
      CHECK(box_of(cell) == box_of(cell_of(0, lane)));
      CHECK(kLayout.lane_of_cell[cell / 64][static_cast<std::size_t>(cell % 64)] == 32 * m + lane);
      CHECK(kLayout.number_of_cell[m][static_cast<std::size_t>(lane)] == cell + 1);
      const int in_columns = cell_of(m, source_of(kLayout.transpose[m], lane));
      columns.insert(column_of(in_columns));
      boxes.insert(box_of(in_columns));
    }
    CHECK((columns.size() == 1 && boxes.size() == 1));
  }
  CHECK(cells.size() == kCells);
}

TEST_CASE("permutations of lanes lead to other triads", "[triads]") {
  for (int lane = 0; lane < 32; ++lane) {
    const int cell = cell_of(0, lane);
    for (const Permutation& transpose : kLayout.transpose) {
      CHECK(source_of(transpose, source_of(transpose, lane)) == lane);
    }
    for (int i = 1; i < 3; ++i) {
      const int beside = cell_of(0, source_of(kLayout.rotation[i][0], lane));
      const int below = cell_of(0, source_of(kLayout.rotation[0][i], lane));
      const int other_band = cell_of(0, source_of(kLayout.next_band[i], lane));
      if (lane >= kBoardLanes) continue;
      CHECK((row_of(beside) == row_of(cell) && box_of(beside) != box_of(cell)));
      CHECK((row_of(below) != row_of(cell) && box_of(below) == box_of(cell)));
      CHECK(box_of(other_band) / 3 != box_of(cell) / 3);
    }
  }
}

}  // namespace sudoku::triads
