#include "harness/puzzle/isomorph.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "engines/rules.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

const Grid kPuzzle =
    grid_of("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
const Grid kSolution =
    grid_of("812753649943682175675491283154237896369845721287169534521974368438526917796318452");

Grid undone(const Isomorphism& isomorphism, const Grid& image) {
  Grid grid;
  isomorphism.undo(image, grid.cells);
  return grid;
}

}  // namespace

TEST_CASE("a symmetry transposes and permutes as its fields say", "[isomorph]") {
  Isomorphism isomorphism;
  CHECK(isomorphism.apply(kPuzzle) == kPuzzle);
  isomorphism.is_transposed = true;
  std::swap(isomorphism.rows[0], isomorphism.rows[2]);
  std::swap(isomorphism.digits[8], isomorphism.digits[3]);
  const Grid image = isomorphism.apply(kPuzzle);
  CHECK(image[2 * 9 + 0] == 3);  // the 8 in the corner
  CHECK(image[0 * 9 + 1] == 8);  // the 3 of row 1, column 2
  CHECK(image[1 * 9 + 2] == 7);  // the 7 of row 2, column 1
  CHECK(clue_count(image) == clue_count(kPuzzle));
}

TEST_CASE("a symmetry maps solutions to solutions and back", "[isomorph]") {
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    const Isomorphism isomorphism = random_isomorphism(random);
    const Grid puzzle = isomorphism.apply(kPuzzle);
    const Grid solution = isomorphism.apply(kSolution);
    CHECK(is_solution_of(solution, puzzle));
    CHECK(undone(isomorphism, puzzle) == kPuzzle);
    CHECK(undone(isomorphism, solution) == kSolution);
  }
}

TEST_CASE("every field of a random symmetry takes all its values", "[isomorph]") {
  Random random(6);
  std::set<bool> transpositions;
  std::set<Isomorphism::LineOrder> rows;
  std::set<Isomorphism::LineOrder> columns;
  std::set<std::pair<int, int>> names;
  for (int i = 0; i < 20000; ++i) {
    const Isomorphism isomorphism = random_isomorphism(random);
    transpositions.insert(isomorphism.is_transposed);
    rows.insert(isomorphism.rows);
    columns.insert(isomorphism.columns);
    for (int digit = 0; digit <= 9; ++digit) {
      names.emplace(digit, isomorphism.digits[static_cast<std::size_t>(digit)]);
    }
  }
  CHECK(transpositions.size() == 2);
  CHECK(rows.size() == 1296);
  CHECK(columns.size() == 1296);
  CHECK(names.size() == 1 + 9 * 9);  // an empty cell stays one
}

TEST_CASE("numbered symmetries depend on seed, puzzle and number", "[isomorph]") {
  CHECK(numbered_isomorphism(kPuzzle, 1, 0) == Isomorphism{});
  CHECK(numbered_isomorphism(kPuzzle, 1, 3) == numbered_isomorphism(kPuzzle, 1, 3));
  std::vector<Isomorphism> drawn;
  for (const Grid& puzzle : {kPuzzle, kSolution}) {
    for (const std::uint64_t seed : {1U, 2U}) {
      for (const std::uint64_t number : {1U, 2U}) {
        const Isomorphism isomorphism = numbered_isomorphism(puzzle, seed, number);
        CHECK(std::find(drawn.begin(), drawn.end(), isomorphism) == drawn.end());
        drawn.push_back(isomorphism);
      }
    }
  }
}

TEST_CASE("numbered symmetries do not change between versions", "[isomorph]") {
  CHECK(format_line(numbered_isomorphism(kPuzzle, 1, 1).apply(kPuzzle)) ==
        "...4.7..1......4....5.2..6..3.....2..56......7..5....91..7.9....6..3..8......4...");
}

}  // namespace sudoku
