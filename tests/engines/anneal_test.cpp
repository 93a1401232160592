#include <atomic>
#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "engines/registry.h"
#include "engines/rules.h"
#include "harness/check/conformance_cases.h"
#include "tests/catch.h"
#include "tests/engines/board_source.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kUnique =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

std::unique_ptr<Engine> anneal(std::uint64_t seed) {
  return find_engine("anneal")->make({.seed = seed});
}

struct Found {
  SolveResult result;
  BoardSource::Cells cells;
};

Found solve(Engine& engine, const Board& puzzle, const SolveLimits& limits) {
  Found found;
  found.cells.resize(puzzle.cells.size());
  engine.solve(puzzle, limits, {{&found.result, 1}, found.cells}, nullptr);
  return found;
}

/// Returns a board without clues.
BoardSource::Cells empty_board(const Shape& shape) { return BoardSource::Cells(shape.cells()); }

}  // namespace

TEST_CASE("anneal solves boards of every shape", "[anneal]") {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{3, 3}, Shape{3, 4}}) {
    INFO("boxes of " << int{shape.box_rows} << " rows");
    BoardSource boards(shape, 1);
    for (const std::size_t percent : {0, 40, 100}) {
      const BoardSource::Cells cells = boards.filled(percent);
      const Found found = solve(*anneal(1), {shape, cells}, limit_of(1));
      CHECK(found.result.outcome == Outcome::solution_limit);
      CHECK((found.result.solutions == 1));
      CHECK(is_solution_of({shape, found.cells}, {shape, cells}));
      CHECK_FALSE(found.result.has_guesses);
    }
  }
}

TEST_CASE("anneal finds solutions that the candidates allow", "[anneal][candidates]") {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 3}, Shape{1, 5}, Shape{3, 4}}) {
    INFO("boxes " << +shape.box_rows << "x" << +shape.box_columns);
    BoardSource source(shape, 7);
    const BoardSource::Cells empty = empty_board(shape);
    for (int i = 0; i < 3; ++i) {
      const auto candidates = source.candidates(2, 20);
      const Board puzzle{shape, empty, candidates};
      const Found found = solve(*anneal(1), puzzle, limit_of(1));
      CHECK(found.result.outcome == Outcome::solution_limit);
      CHECK(is_solution_of({shape, found.cells}, puzzle));
    }
  }
}

TEST_CASE("anneal gives up on puzzles without a solution", "[anneal]") {
  const auto engine = anneal(1);
  ConformanceCases cases = impossible_puzzles(k9x9);
  const auto clashing = clashing_clues(k9x9);
  cases.insert(cases.end(), clashing.begin(), clashing.begin() + 30);
  for (const ConformanceCase& question : cases) {
    INFO("puzzle " << format_line(question.puzzle()));
    const GridAnswer answer = solve_one(*engine, as_grid(question.puzzle()), limit_of(1));
    CHECK(answer.outcome == Outcome::gave_up);
    CHECK((answer.solutions == 0));
    CHECK_FALSE(is_solved(answer));
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
  const Grid empty{};
  const auto solution_by = [&](Engine& engine) {
    return format_line(solve_one(engine, empty, limit_of(1)).first_solution);
  };
  std::set<std::string> solutions;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto engine = anneal(seed);
    const std::string first = solution_by(*engine);
    solve_one(*engine, grid_of(kUnique), limit_of(1));
    CHECK(solution_by(*engine) == first);
    CHECK(solution_by(*anneal(seed)) == first);
    solutions.insert(first);
  }
  CHECK(solutions.size() == 3);
  // A similar puzzle with the same seed has another solution.
  Grid other{};
  other[0] = 5;
  CHECK(solutions.count(format_line(solve_one(*anneal(1), other, limit_of(1)).first_solution)) ==
        0);
}

TEST_CASE("the limit of guesses limits the moves of anneal", "[anneal]") {
  const auto engine = anneal(1);
  SolveLimits limits = limit_of(1);
  limits.max_guesses = 10;
  const GridAnswer answer = solve_one(*engine, grid_of(kUnique), limits);
  CHECK(answer.outcome == Outcome::guess_limit);
  CHECK((answer.solutions == 0));
}

// Real time is the subject. A solution takes more than a hundred times as long as the limits.
TEST_CASE("time limit, deadline and stop signal stop anneal on large boards", "[anneal]") {
  const auto engine = anneal(1);
  for (const Shape shape : {Shape{5, 5}, Shape{6, 6}}) {
    const BoardSource::Cells cells = empty_board(shape);
    SolveLimits limits = limit_of(1);
    limits.max_time = 1ms;
    CHECK(solve(*engine, {shape, cells}, limits).result.outcome == Outcome::timeout);
    limits = limit_of(1);
    limits.deadline = std::chrono::steady_clock::now() + 1ms;
    CHECK(solve(*engine, {shape, cells}, limits).result.outcome == Outcome::stopped);
    const std::atomic<bool> stop{true};
    limits = limit_of(1);
    limits.stop = &stop;
    CHECK(solve(*engine, {shape, cells}, limits).result.outcome == Outcome::stopped);
  }
}

}  // namespace sudoku
