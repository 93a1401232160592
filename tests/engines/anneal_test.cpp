#include "harness/check/conformance_cases.h"
#include "harness/puzzle/owned_boards.h"
#include "tests/catch.h"
#include "tests/engines/board_source.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

std::unique_ptr<Engine> anneal(std::uint64_t seed) {
  return find_engine("anneal")->make({.seed = seed});
}

void check_solved(const Board& puzzle) {
  BoardList solution(puzzle.shape);
  solution.resize(1);
  const SolveResult result = solve_block(*anneal(1), puzzle, limit_of(1), solution.cells()).front();
  CHECK(result.outcome == Outcome::solution_limit);
  CHECK((result.solutions == 1));
  CHECK_FALSE(result.has_guesses);
  CHECK(is_solution_of(solution[0], puzzle));
}

}  // namespace

TEST_CASE("anneal solves boards of every shape, with candidates and without", "[anneal]") {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{3, 3}, Shape{3, 4}}) {
    INFO("boxes of " << int{shape.box_rows} << " rows");
    BoardSource boards(shape, 1);
    for (const std::size_t percent : {0, 40, 100}) {
      const BoardSource::Cells cells = boards.filled(percent);
      check_solved({shape, cells});
    }
  }
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 3}, Shape{1, 5}, Shape{3, 4}}) {
    INFO("candidates, boxes of " << int{shape.box_rows} << " rows");
    BoardSource boards(shape, 7);
    for (int i = 0; i < 3; ++i) {
      const BoardSource::Cells empty(shape.cells());
      const auto candidates = boards.candidates(2, 20);
      check_solved({shape, empty, candidates});
    }
  }
}

TEST_CASE("anneal never claims that a solution is the only one", "[anneal]") {
  for (const std::uint64_t limit : {0U, 2U}) {
    const GridAnswer answer =
        solve_one(*anneal(1), as_grid(complete_grid(k9x9).puzzle()), limit_of(limit));
    CHECK(answer.outcome == Outcome::gave_up);
    CHECK((answer.solutions == 1));
  }
}

TEST_CASE("answers of anneal depend only on the seed and the puzzle", "[anneal]") {
  const auto solution_by = [](Engine& engine, const Grid& puzzle) {
    return format_line(solve_one(engine, puzzle, limit_of(1)).first_solution);
  };
  Grid other;
  other[0] = 5;
  std::set<std::string> solutions;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto engine = anneal(seed);
    const std::string first = solution_by(*engine, {});
    const std::string of_other = solution_by(*engine, other);
    CHECK(solution_by(*engine, {}) == first);
    CHECK(solution_by(*anneal(seed), {}) == first);
    solutions.insert({first, of_other});
  }
  CHECK(solutions.size() == 6);
}

TEST_CASE("the limit of guesses limits the moves of anneal", "[anneal]") {
  SolveLimits limits = limit_of(1);
  limits.max_guesses = 10;
  const GridAnswer answer = solve_one(
      *anneal(1),
      grid_of("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
      limits);
  CHECK(answer.outcome == Outcome::guess_limit);
  CHECK((answer.solutions == 0));
}

// Real time is the subject. A solution takes more than a hundred times as long as the limits.
TEST_CASE("a time limit and a deadline stop anneal on large boards", "[anneal]") {
  for (const Shape shape : {Shape{5, 5}, Shape{6, 6}}) {
    const OwnedBoard empty(shape);
    SolveLimits limits = limit_of(1);
    limits.max_time = std::chrono::milliseconds(1);
    CHECK(solve_block(*anneal(1), Board(empty), limits)[0].outcome == Outcome::timeout);
    limits = limit_of(1);
    limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
    CHECK(solve_block(*anneal(1), Board(empty), limits)[0].outcome == Outcome::stopped);
  }
}

}  // namespace sudoku
