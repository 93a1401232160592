#include "harness/generate/dig.h"

#include <map>
#include <set>

#include "engines/grid.h"
#include "tests/catch.h"

namespace sudoku {
namespace {

/// Returns the number of orbits by size.
std::map<std::size_t, int> sizes(Symmetry symmetry, const Shape& shape = k9x9) {
  std::map<std::size_t, int> sizes;
  std::set<int> cells;
  for (const Orbit& orbit : orbits_of(symmetry, shape)) {
    ++sizes[orbit.size()];
    cells.insert(orbit.begin(), orbit.end());
  }
  CHECK(cells.size() == shape.cells());
  return sizes;
}

/// Returns the orbit of a cell.
Orbit orbit_of(int cell, Symmetry symmetry) {
  for (const Orbit& orbit : orbits_of(symmetry)) {
    for (const int other : orbit) {
      if (other == cell) return orbit;
    }
  }
  return {};
}

}  // namespace

TEST_CASE("orbits partition the board", "[symmetry]") {
  using Sizes = std::map<std::size_t, int>;
  CHECK(sizes(Symmetry::none) == Sizes{{1, 81}});
  CHECK(sizes(Symmetry::rotate180) == Sizes{{1, 1}, {2, 40}});
  CHECK(sizes(Symmetry::rotate90) == Sizes{{1, 1}, {4, 20}});
  CHECK(sizes(Symmetry::mirror) == Sizes{{1, 9}, {2, 36}});
  CHECK(sizes(Symmetry::diagonal) == Sizes{{1, 9}, {2, 36}});
  CHECK(sizes(Symmetry::rotate180, {2, 3}) == Sizes{{2, 18}});
  CHECK(sizes(Symmetry::rotate90, {6, 6}) == Sizes{{4, 324}});
  CHECK(sizes(Symmetry::mirror, {2, 5}) == Sizes{{2, 50}});
  CHECK(sizes(Symmetry::diagonal, {2, 5}) == Sizes{{1, 10}, {2, 45}});
}

TEST_CASE("the symmetry maps the cells of an orbit to each other", "[symmetry]") {
  CHECK(orbit_of(1, Symmetry::rotate180) == Orbit{1, 79});
  CHECK(orbit_of(1, Symmetry::rotate90) == Orbit{1, 17, 63, 79});
  CHECK(orbit_of(1, Symmetry::mirror) == Orbit{1, 7});
  CHECK(orbit_of(1, Symmetry::diagonal) == Orbit{1, 9});
}

TEST_CASE("the numbers of clues of a pattern", "[symmetry]") {
  for (const Symmetry symmetry :
       {Symmetry::none, Symmetry::rotate180, Symmetry::mirror, Symmetry::diagonal}) {
    for (std::size_t clues = 0; clues <= kCells; ++clues) {
      CHECK(clue_counts_of(orbits_of(symmetry))[clues]);
    }
  }
  const auto counts = clue_counts_of(orbits_of(Symmetry::rotate90));
  for (std::size_t clues = 0; clues <= kCells; ++clues) CHECK(counts[clues] == (clues % 4 < 2));
}

}  // namespace sudoku
