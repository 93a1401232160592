// Tests bitmask beyond the contract of engines: its deductions, which save guesses, in every part
// of the board.

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "engines/houses.h"
#include "engines/registry.h"
#include "engines/rules.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

Grid transposed(const Grid& grid) {
  Grid result;
  for (int cell = 0; cell < kCells; ++cell) result[cell % 9 * 9 + cell / 9] = grid[cell];
  return result;
}

GridAnswer solve_all(const Grid& puzzle, SearchEffort effort = SearchEffort::usual) {
  return solve_one(*find_engine("bitmask")->make({.effort = effort}), puzzle, limit_of(0));
}

void check_solved_without_guess(const Grid& puzzle, SearchEffort effort = SearchEffort::usual) {
  const GridAnswer result = solve_all(puzzle, effort);
  CHECK(result.solutions == 1);
  CHECK(result.guesses == 0);
  CHECK(is_solution_of(result.first_solution, puzzle));
}

void check_refused_without_guess(const Grid& puzzle) {
  const GridAnswer result = solve_all(puzzle);
  CHECK(result.solutions == 0);
  CHECK(result.guesses == 0);
}

constexpr std::string_view kSolved =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

TEST_CASE("bitmask solves by singles without a guess", "[bitmask]") {
  const Grid puzzle =
      grid_of(".92481763413762985867359412624195378759843126138627594271538649386914257.45276831");
  check_solved_without_guess(puzzle);
}

// Neither singles alone nor locked candidates of only one direction solve these.
TEST_CASE("a thorough search solves by locked candidates without a guess", "[bitmask]") {
  const std::string_view line =
      GENERATE("1...28.....3......98......7..98...5....64..........2.97....3.....4...86...6..5.12",
               ".....8..93...59.1.8..31........2...72....7......4...96.6.18......2...54.74.......",
               ".7.........9....685.6...4.....73....6.14....3..28......1..5.3.49....78..8..39...2",
               "..7...9...5..4.6.........38..23.4.1.493..6.7............58...4..2.9.......8...7.3");
  const Grid puzzle = grid_of(line);
  check_solved_without_guess(puzzle, SearchEffort::thorough);
  check_solved_without_guess(transposed(puzzle), SearchEffort::thorough);
}

TEST_CASE("bitmask fills every cell and refutes a wrong digit in it", "[bitmask]") {
  const Grid solution = grid_of(kSolved);
  for (int cell = 0; cell < kCells; ++cell) {
    Grid puzzle = solution;
    puzzle[cell] = 0;
    const GridAnswer filled = solve_all(puzzle);
    CHECK(filled.solutions == 1);
    CHECK(filled.guesses == 0);
    CHECK(filled.first_solution == solution);
    puzzle[cell] = static_cast<std::uint8_t>(solution[cell] % 9 + 1);
    CHECK(solve_all(puzzle).solutions == 0);
  }
}

TEST_CASE("bitmask refutes all equal clues that see each other", "[bitmask]") {
  for (int cell = 0; cell < kCells; ++cell) {
    for (const int peer : kPeersOfCell[static_cast<std::size_t>(cell)]) {
      Grid puzzle;
      puzzle[cell] = 5;
      puzzle[peer] = 5;
      check_refused_without_guess(puzzle);
    }
  }
}

TEST_CASE("bitmask refutes two cells of a house that need the same digit", "[bitmask]") {
  // Three cells of the first row or box are empty. Two of them see 7 and 8.
  const std::string_view line =
      GENERATE("123456...........................7.........8................8.........7..........",
               "12..7....3.4....8..56.................8.......7..................................");
  const Grid puzzle = grid_of(line);
  check_refused_without_guess(puzzle);
  check_refused_without_guess(transposed(puzzle));
}

TEST_CASE("bitmask refutes two distant cells of a house that need the same digit", "[bitmask]") {
  // The upper corners see all digits except 9, none of them in their row.
  const Grid puzzle =
      grid_of(".........12.....5634.....785.......16.......2.........7.......38.......4.........");
  check_refused_without_guess(puzzle);
  check_refused_without_guess(transposed(puzzle));
}

TEST_CASE("bitmask needs one guess for the two solutions of an empty rectangle", "[bitmask]") {
  // If two rows have the same two digits crosswise in two columns of a stack, the digits can be
  // exchanged.
  Grid puzzle = grid_of(kSolved);
  int rectangles = 0;
  for (int above = 0; above < kCells; ++above) {
    for (int right = above + 1; right / 3 == above / 3; ++right) {
      for (int rows = 1; above / 9 + rows < 9; ++rows) {
        const int below = above + 9 * rows;
        const int corner = right + 9 * rows;
        if (puzzle[above] != puzzle[corner] || puzzle[right] != puzzle[below]) continue;
        ++rectangles;
        Grid opened = puzzle;
        for (const int cell : {above, right, below, corner}) opened[cell] = 0;
        const GridAnswer result = solve_all(opened);
        CHECK(result.solutions == 2);
        CHECK(result.guesses == 1);
      }
    }
  }
  CHECK(rectangles > 0);
}

TEST_CASE("bitmask counts the same in transposed puzzles", "[bitmask]") {
  const Grid puzzle =
      grid_of("2....3.7.847....2353..8......4...3.212.......386..49.5....1.2....2...8.1713......");
  CHECK(solve_all(puzzle).solutions == 237);
  CHECK(solve_all(transposed(puzzle)).solutions == 237);
}

TEST_CASE("bitmask can branch if no cell has two candidates", "[bitmask]") {
  const Grid empty;
  SolutionList list;
  const GridAnswer result =
      solve_one(*find_engine("bitmask")->make({}), empty, limit_of(1000), &list);
  CHECK(result.solutions == 1000);
  std::set<std::string> distinct;
  for (const Grid& solution : list.solutions) {
    CHECK(is_solution_of(solution, empty));
    distinct.insert(format_line(solution));
  }
  CHECK(distinct.size() == 1000);
}

}  // namespace
// Ratings of difficulty depend on these guesses, and the datasets on the ratings.
TEST_CASE("the guesses of a thorough search do not change", "[bitmask]") {
  const auto engine = find_engine("bitmask")->make({.effort = SearchEffort::thorough});
  const auto guesses = [&engine](std::string_view puzzle) {
    return solve_one(*engine, grid_of(puzzle), limit_of(0)).guesses;
  };
  CHECK(guesses("...9...8.6...7.1..42.........6...7..89.7.2..4.....4...2....7......5..6......3.."
                "71") == 661);
  CHECK(guesses("...9...8.6...7.1..42.........63..7.....7.2..4.....45..2........7..5..6......3.."
                "71") == 741);
}

}  // namespace sudoku
