// Tests that the conformance puzzles have the stated numbers of solutions and the intended flaws.

#include "harness/check/conformance_cases.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engines/registry.h"
#include "engines/rules.h"
#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/shapes.h"
#include "harness/puzzle/unavoidable_sets.h"
#include "tests/catch.h"

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

/// Counts solutions by trying all candidates, in the cell with the fewest.
std::uint64_t count_by_trial(const HousesOfShape& houses, OwnedBoard board, std::uint64_t limit) {
  const std::span<Digits> candidates = board.candidates();
  std::size_t best = candidates.size();
  for (std::size_t cell = 0; cell < candidates.size(); ++cell) {
    if (candidates[cell] == 0) return 0;
    const bool is_open = board.cells()[cell] == 0;
    if (is_open && (best == candidates.size() ||
                    std::popcount(candidates[cell]) < std::popcount(candidates[best]))) {
      best = cell;
    }
  }
  if (best == candidates.size()) return 1;
  std::uint64_t found = 0;
  for (Digits left = candidates[best]; left != 0 && found < limit; left &= left - 1) {
    OwnedBoard next = board;
    const Digits digit = left & ~(left - 1);
    for (const std::size_t house : houses.of(best)) {
      for (const std::size_t cell : houses.cells_of(house)) next.candidates()[cell] &= ~digit;
    }
    next.candidates()[best] = digit;
    next.cells()[best] = static_cast<std::uint8_t>(std::countr_zero(digit) + 1);
    found += count_by_trial(houses, std::move(next), limit - found);
  }
  return found;
}

/// The same for a puzzle with clues.
std::uint64_t count_by_trial(const Board& puzzle, std::uint64_t limit) {
  OwnedBoard allowed(puzzle.shape);
  for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
    allowed.candidates()[cell] = puzzle.allowed(cell);
  }
  return count_by_trial(HousesOfShape(puzzle.shape), std::move(allowed), limit);
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
  const std::unique_ptr<Engine> engine = find_engine("bitmask")->make({});
  for (const Shape& shape : shapes()) {
    INFO(to_string(shape));
    REQUIRE(is_solution_of(complete_grid(shape).puzzle(), complete_grid(shape).puzzle()));
    ConformanceCases cases;
    for (const auto& more : {wrong_grids(shape), grids_one_clue_short(shape), clashing_clues(shape),
                             impossible_puzzles(shape), unique_puzzles(shape),
                             ambiguous_puzzles(shape), rectangles(shape)}) {
      cases.insert(cases.end(), more.begin(), more.end());
    }
    int wrong = 0;
    for (const ConformanceCase& question : cases) {
      SolveLimits limits;
      limits.max_solutions = 0;
      SolveResult result;
      engine->solve(question.puzzle(), limits, {{&result, 1}, {}}, nullptr);
      if (result.solutions != question.solutions) ++wrong;
    }
    CHECK(wrong == 0);
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
        for (const std::size_t cell : houses.cells_of(house)) ++clues[question.cells[cell]];
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

TEST_CASE("the conformance puzzles with candidates have the stated numbers of solutions",
          "[conformance_cases]") {
  for (const Shape& shape :
       {Shape{1, 2}, Shape{2, 2}, Shape{1, 5}, Shape{1, 6}, Shape{3, 2}, k9x9, Shape{3, 4}}) {
    INFO(to_string(shape));
    int wrong = 0;
    int without_effect = 0;
    for (const ConformanceCase& question : puzzles_with_candidates(shape)) {
      const std::uint64_t limit = question.solutions + 1;
      if (count_by_trial(question.puzzle(), limit) != question.solutions) ++wrong;
      const Board ordinary{shape, question.cells};
      if (count_by_trial(ordinary, limit) == question.solutions) ++without_effect;
    }
    CHECK(wrong == 0);
    // Puzzles of the smallest board have all candidates.
    if (shape.side() > 2) CHECK(without_effect == 0);
  }
}

TEST_CASE("exchangeable pairs of digits are found", "[conformance_cases]") {
  const Shape shape{4, 5};
  const ConformanceCase complete = complete_grid(shape);
  std::size_t cells = 0;
  for (const auto& set : unavoidable_sets(HousesOfShape(shape), complete.puzzle(), 1, 6)) {
    cells += set.size();
    ConformanceCase other = complete;
    for (const std::size_t cell : set) other.cells[cell] = complete.cells[cell] == 1 ? 6 : 1;
    CHECK(is_solution_of(other.puzzle(), other.puzzle()));
    other.cells[set.back()] = complete.cells[set.back()];
    CHECK_FALSE(is_solution_of(other.puzzle(), other.puzzle()));
  }
  CHECK(cells == 2 * shape.side());
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
