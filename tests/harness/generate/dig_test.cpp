#include "harness/generate/dig.h"

#include <map>
#include <set>

#include "engines/grid.h"
#include "harness/puzzle/regular_board.h"
#include "tests/catch.h"

namespace sudoku {

TEST_CASE("orbits partition the board, and the symmetry maps their cells", "[dig]") {
  struct Case {
    Symmetry symmetry;
    Shape shape;
    std::map<std::size_t, int> sizes;  ///< the number of orbits by size
    Orbit second;                      ///< the orbit of cell 1
  };
  const auto [symmetry, shape, sizes, second] = GENERATE(values<Case>({
      {Symmetry::none, k9x9, {{1, 81}}, {1}},
      {Symmetry::rotate180, k9x9, {{1, 1}, {2, 40}}, {1, 79}},
      {Symmetry::rotate90, k9x9, {{1, 1}, {4, 20}}, {1, 17, 63, 79}},
      {Symmetry::mirror, k9x9, {{1, 9}, {2, 36}}, {1, 7}},
      {Symmetry::diagonal, k9x9, {{1, 9}, {2, 36}}, {1, 9}},
      {Symmetry::rotate180, {2, 3}, {{2, 18}}, {1, 34}},
      {Symmetry::rotate90, {6, 6}, {{4, 324}}, {1, 71, 1224, 1294}},
      {Symmetry::mirror, {2, 5}, {{2, 50}}, {1, 8}},
      {Symmetry::diagonal, {2, 5}, {{1, 10}, {2, 45}}, {1, 10}},
  }));
  std::map<std::size_t, int> found;
  std::set<int> cells;
  for (const Orbit& orbit : orbits_of(symmetry, shape)) {
    ++found[orbit.size()];
    cells.insert(orbit.begin(), orbit.end());
  }
  CHECK(found == sizes);
  CHECK(cells.size() == shape.cells());
  CHECK(orbits_of(symmetry, shape)[1] == second);
}

TEST_CASE("the numbers of clues of a pattern", "[dig]") {
  for (const Symmetry symmetry : {Symmetry::none, Symmetry::rotate180, Symmetry::rotate90,
                                  Symmetry::mirror, Symmetry::diagonal}) {
    const auto counts = clue_counts_of(orbits_of(symmetry));
    for (std::size_t clues = 0; clues <= kCells; ++clues) {
      CHECK(counts[clues] == (symmetry != Symmetry::rotate90 || clues % 4 < 2));
    }
  }
}

TEST_CASE("a puzzle with an unanswered question is not minimal", "[dig]") {
  Random random(1);
  CandidateRestorer restorer({2, 2});
  for (const bool is_answered : {false, true}) {
    restorer.begin(regular_board({2, 2}), random);
    REQUIRE(restorer.advance());
    is_answered ? restorer.answer(1) : restorer.leave();
    CHECK(restorer.advance() == is_answered);
    CHECK(restorer.succeeded() == is_answered);
  }
}

}  // namespace sudoku
