#include "harness/external/external_executor.h"

#include <bit>

#include "harness/puzzle/regular_board.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {

TEST_CASE("the probe puzzle of every shape has the regular board as its only solution", "[probe]") {
  for (std::uint8_t rows = 1; rows <= kMaxSide / 2; ++rows) {
    for (std::uint8_t columns = 2; std::size_t{rows} * columns <= kMaxSide; ++columns) {
      const Shape shape{rows, columns};
      const BoardList puzzles = probe_puzzles(shape);
      REQUIRE(puzzles.size() == 1);
      CHECK(clue_count(puzzles[0]) == static_cast<int>(shape.cells()) - 1);
      // The empty cell follows from its row.
      CHECK(is_solution_of(regular_board(shape), puzzles[0]));
    }
  }
}

TEST_CASE("an engine that ignores candidates cannot distinguish the probe puzzles", "[probe]") {
  const auto engine = find_engine("bitmask")->make({});
  for (const Shape& shape : {Shape{1, 2}, Shape{2, 2}, k9x9, Shape{1, 30}, Shape{7, 8}}) {
    const BoardList puzzles = probe_puzzles(BoardKind(shape).with_candidates());
    REQUIRE(puzzles.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) CHECK(clue_count(puzzles[i]) == 0);
    BoardList solutions(shape);
    solutions.resize(2);
    const auto results = solve_block(*engine, puzzles, limit_of(2), solutions.cells());
    CHECK(results[0].solutions == 1);
    CHECK(OwnedBoard(solutions[0]) == regular_board(shape));
    CHECK(results[1].solutions == 0);
    // Singles solve the first puzzle, but no engine that reads only single candidates does.
    for (std::size_t cell = 1; cell < shape.cells(); ++cell) {
      const int expected = cell % shape.side() == 0 ? 1 : 2;
      CHECK(std::popcount(puzzles[0].candidates[cell]) == expected);
    }
  }
}

TEST_CASE("an engine that answers both probe puzzles alike does not support candidates",
          "[probe]") {
  const BoardList puzzles = probe_puzzles(BoardKind(k9x9).with_candidates());
  EngineSample answers = blank_sample(puzzles);
  SolveResult& unique = answers.results[0];
  SolveResult& impossible = answers.results[1];
  unique = {.solutions = 1, .outcome = Outcome::solution_limit};
  answers.solutions.set(0, regular_board(k9x9));
  CHECK_FALSE(find_candidates_error(answers).empty());  // the second puzzle is not solved
  impossible = {.solutions = 0, .outcome = Outcome::exhausted};
  CHECK(find_candidates_error(answers).empty());
  impossible = unique;
  CHECK_FALSE(find_candidates_error(answers).empty());
  unique.solutions = impossible.solutions = 0;
  CHECK_FALSE(find_candidates_error(answers).empty());
  // A wrong solution. An engine that only counts gives none.
  unique.solutions = 1;
  answers.solutions.cells()[0] = 9;
  CHECK_FALSE(find_candidates_error(answers).empty());
  unique.has_solution = false;
  CHECK(find_candidates_error(answers).empty());
}

TEST_CASE("a solver has 10 s to start, or the time limit per puzzle if that is longer", "[probe]") {
  using namespace std::chrono_literals;
  CHECK(start_limit(1s) == 10s);
  CHECK(start_limit(60s) == 60s);
  CHECK(start_limit(0s) == 0s);  // no limit
}

}  // namespace sudoku
