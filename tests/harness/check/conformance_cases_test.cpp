// Tests that the conformance puzzles have the stated numbers of solutions and the intended flaws.

#include "harness/check/conformance_cases.h"

#include <algorithm>

#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/shapes.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

/// Returns all small shapes and some large ones.
std::vector<Shape> shapes() {
  std::vector<Shape> shapes = {{4, 5}, {1, 23}, {6, 6}, {1, 37}, {7, 8}, {8, 8}, {1, 64}};
  for (std::uint8_t rows = 1; rows <= 8; ++rows) {
    for (std::uint8_t columns = 2; rows * columns <= 16; ++columns) {
      shapes.push_back({rows, columns});
    }
  }
  return shapes;
}

/// Counts solutions with two engines, which must agree.
std::uint64_t count(const Board& puzzle, std::uint64_t limit) {
  static const std::unique_ptr<Engine> engines[] = {find_engine("bitmask")->make({}),
                                                    find_engine("stack")->make({})};
  std::uint64_t counts[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const SolveResult result = solve_block(*engines[i], puzzle, limit_of(limit)).front();
    counts[i] = static_cast<std::uint64_t>(result.solutions);
  }
  REQUIRE(counts[0] == counts[1]);
  return counts[0];
}

/// Returns the flaw of a puzzle: 2 if a cell has no candidate, 1 if a digit has no place in a
/// house.
int flaws(const Board& puzzle) {
  const HousesOfShape houses(puzzle.shape);
  const HouseMasks masks(houses, puzzle);
  bool lacks_candidate = false;
  bool lacks_place = false;
  for (std::size_t house = 0; house < 3 * puzzle.shape.side(); ++house) {
    HouseMasks<HousesOfShape>::Digits places = 0;
    for (const std::size_t cell : houses.cells_of(house)) {
      const bool is_open = puzzle[cell] == 0;
      const auto digits = is_open ? masks.candidates_of(cell) : masks.mask_of(puzzle[cell]);
      lacks_candidate |= digits == 0;
      places |= digits;
    }
    lacks_place |= places != masks.every_digit();
  }
  return lacks_candidate ? 2 : lacks_place ? 1 : 0;
}

}  // namespace

TEST_CASE("the conformance puzzles have the stated numbers of solutions", "[conformance_cases]") {
  for (const Shape& shape : shapes()) {
    INFO(to_string(shape));
    REQUIRE(is_solution_of(complete_grid(shape).puzzle(), complete_grid(shape).puzzle()));
    for (const auto& make_cases :
         {wrong_grids, grids_one_clue_short, clashing_clues, impossible_puzzles, unique_puzzles,
          ambiguous_puzzles, rectangles, puzzles_with_candidates}) {
      int wrong = 0;
      for (const ConformanceCase& question : make_cases(shape)) {
        if (count(question.puzzle(), 0) != question.solutions) ++wrong;
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("impossible puzzles of every shape have no two equal clues in a house",
          "[conformance_cases]") {
  for (const Shape& shape : shapes()) {
    INFO(to_string(shape));
    const HousesOfShape houses(shape);
    const ConformanceCases cases = impossible_puzzles(shape);
    std::vector<int> found;
    int clashes = 0;
    for (const ConformanceCase& question : cases) {
      found.push_back(flaws(question.puzzle()));
      for (std::size_t house = 0; house < 3 * shape.side(); ++house) {
        std::vector<int> clues(shape.side() + 1);
        for (const std::size_t cell : houses.cells_of(house)) ++clues[question.puzzle()[cell]];
        if (std::any_of(clues.begin() + 1, clues.end(), [](int n) { return n > 1; })) ++clashes;
      }
    }
    CHECK(clashes == 0);
    if (shape.side() > 4 && !shape.is_latin()) {
      CHECK((found == std::vector<int>{2, 1, 0}));
    } else {
      CHECK_FALSE(found.empty());
    }
  }
}

TEST_CASE("an engine that ignores candidates gives wrong answers", "[conformance_cases]") {
  for (const Shape& shape : {Shape{2, 2}, Shape{1, 5}, Shape{1, 6}, Shape{3, 2}, k9x9}) {
    INFO(to_string(shape));
    for (const ConformanceCase& question : puzzles_with_candidates(shape)) {
      const Board ordinary{shape, question.puzzle().cells};
      CHECK(count(ordinary, question.solutions + 1) != question.solutions);
    }
  }
}

TEST_CASE("a conformance block has all kinds of puzzles", "[conformance_cases]") {
  for (const Shape& shape : {Shape{2, 2}, k9x9, Shape{6, 6}, Shape{1, 2}, Shape{1, 7}}) {
    const BoardList block = mixed_block(shape);
    CHECK(block.size() == 64);
    CHECK(block.shape() == shape);
    CHECK(nearly_empty_grids(shape).size() >= 3);
  }
}

}  // namespace sudoku
