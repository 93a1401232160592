// Tests learn beyond the contract of engines: boards of every shape, lists without duplicates
// despite reductions of the clauses, and limits on the largest boards.

#include <array>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engines/registry.h"
#include "harness/measure/memory_meter.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"
#include "tests/engines/large_boards.h"

namespace sudoku {
namespace {

std::unique_ptr<Engine> make_learn_engine() { return find_engine("learn")->make({}); }

void check_count(const Board& puzzle, std::uint64_t limit, std::uint64_t expected) {
  const SolveResult result = solve_board(*make_learn_engine(), puzzle, limit_of(limit));
  CHECK(format_count(result.solutions) == std::to_string(expected));
  const bool is_limited = limit != 0 && expected == limit;
  CHECK(result.outcome == (is_limited ? Outcome::solution_limit : Outcome::exhausted));
}

std::vector<Grid> first_of_dataset(const std::string& name, std::size_t count) {
  std::ifstream file(SUDOKU_SOURCE_DIR "/datasets/" + name + ".txt");
  std::vector<Grid> puzzles;
  std::string line;
  while (puzzles.size() < count && std::getline(file, line)) {
    Grid grid;
    if (parse_line(line, grid) == kCells) puzzles.push_back(grid);
  }
  REQUIRE_FALSE(puzzles.empty());
  return puzzles;
}

/// Returns a 36x36 board with 38 % clues. No engine can finish its search.
CellList endless_board() { return FilledBoards({6, 6}, 1).puzzle(38); }

}  // namespace

TEST_CASE("learn lists every board of 4x4", "[learn]") {
  const CellList empty(16);
  check_count({{2, 2}, empty}, 0, 288);
  check_count({{2, 2}, empty}, 287, 287);
  check_count({{2, 2}, empty}, 288, 288);
  check_count({{2, 2}, empty}, 289, 288);
}

TEST_CASE("learn counts Latin squares", "[learn]") {
  for (const auto& [order, count] :
       {std::pair{2, 2}, std::pair{3, 12}, std::pair{4, 576}, std::pair{5, 161280}}) {
    INFO("order " << order);
    const CellList empty(static_cast<std::size_t>(order * order));
    check_count({{1, static_cast<std::uint8_t>(order)}, empty}, 0,
                static_cast<std::uint64_t>(count));
  }
}

TEST_CASE("learn finds the solutions that candidates allow", "[learn]") {
  std::mt19937_64 random(5);
  for (const Shape shape : {Shape{2, 2}, Shape{1, 4}}) {
    const CellList empty(shape.cells());
    CellList solutions;
    SolutionLists lists({&solutions, 1});
    solve_block(*make_learn_engine(), Board{shape, empty}, limit_of(0), {}, &lists);
    const Boards all{shape, solutions};
    for (std::size_t removed = 0; removed < 20; ++removed) {
      std::vector<Digits> candidates(shape.cells(), all_digits(shape));
      for (std::size_t i = 0; i < removed; ++i) {
        candidates[random() % candidates.size()] &= ~(Digits{1} << random() % shape.side());
      }
      const Board puzzle{shape, empty, candidates};
      std::uint64_t expected = 0;
      for (std::size_t i = 0; i < all.size(); ++i) expected += is_solution_of(all[i], puzzle);
      INFO("side " << shape.side() << ", removed " << removed);
      check_count(puzzle, 0, expected);
    }
  }
}

TEST_CASE("learn supports boxes that are not square", "[learn]") {
  // 1 of 6! of the 28,200,960 solved boards of 6x6 has this first row.
  CellList cells(36);
  for (std::size_t i = 0; i < 6; ++i) cells[i] = static_cast<std::uint8_t>(i + 1);
  check_count({{2, 3}, cells}, 0, 28'200'960 / 720);
  check_count({{3, 2}, cells}, 0, 28'200'960 / 720);
}

TEST_CASE("learn counts like bitmask", "[learn]") {
  const auto learn = make_learn_engine();
  const auto bitmask = find_engine("bitmask")->make({});
  for (const char* name : {"famous", "hard", "multi", "impossible", "minimal"}) {
    const std::vector<Grid> puzzles = first_of_dataset(name, 150);
    for (const std::uint64_t limit : {1U, 2U, 10U, 1000U}) {
      const auto counts = solve_grids(*learn, puzzles, limit_of(limit));
      const auto expected = solve_grids(*bitmask, puzzles, limit_of(limit));
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        INFO(name << " " << i << " limit " << limit);
        CHECK((counts[i].solutions == expected[i].solutions));
        CHECK(counts[i].outcome == expected[i].outcome);
      }
    }
  }
}

TEST_CASE("learn finds two solutions on boards of every size", "[learn]") {
  for (const Shape shape :
       {Shape{2, 4}, Shape{4, 2}, Shape{2, 5}, Shape{3, 4}, Shape{3, 5}, Shape{4, 4}, Shape{4, 5},
        Shape{5, 5}, Shape{2, 18}, Shape{6, 6}, Shape{1, 12}}) {
    INFO("side " << shape.side() << ", boxes of " << int{shape.box_rows} << " rows");
    FilledBoards source(shape, 7);
    for (int i = 0; i < 3; ++i) {
      const CellList puzzle = source.puzzle(shape.side() < 12 ? 20 : 35);
      check_count({shape, puzzle}, 2, 2);
    }
  }
}

TEST_CASE("learn distinguishes no, one and two solutions on large boards", "[learn]") {
  for (const Shape shape : {Shape{4, 4}, Shape{5, 5}, Shape{8, 8}, Shape{1, 64}}) {
    FilledBoards source(shape, 3);
    for (int i = 0; i < 3; ++i) {
      const CellList full = source.solved();
      CellList puzzle = full;
      for (std::size_t cell = 0; cell < shape.side(); ++cell) puzzle[cell] = 0;
      check_count({shape, puzzle}, 2, 1);
      puzzle[0] = full[1];
      check_count({shape, puzzle}, 2, 0);
    }
  }
}

TEST_CASE("learn counts like naive on larger boards", "[learn]") {
  const auto learn = make_learn_engine();
  const auto naive = find_engine("naive")->make({});
  for (const auto& [shape, filled] : {std::pair{Shape{2, 4}, 30}, std::pair{Shape{3, 4}, 48},
                                      std::pair{Shape{4, 4}, 55}, std::pair{Shape{1, 8}, 35}}) {
    FilledBoards source(shape, 4);
    for (int i = 0; i < 5; ++i) {
      const CellList puzzle = source.puzzle(filled);
      SolveLimits limits = limit_of(1000);
      limits.max_guesses = 10'000'000;
      const SolveResult expected = solve_board(*naive, {shape, puzzle}, limits);
      const SolveResult result = solve_board(*learn, {shape, puzzle}, limits);
      INFO("side " << shape.side() << ", board " << i);
      REQUIRE(is_solved(expected));
      REQUIRE(is_solved(result));
      CHECK((result.solutions == expected.solutions));
    }
  }
}

TEST_CASE("learn lists different solutions despite many reductions", "[learn]") {
  // All solutions of these boards take more than 10,000 guesses.
  for (const auto& [filled, seed] : {std::pair{45, 2}, std::pair{46, 17}}) {
    const CellList puzzle = FilledBoards({5, 5}, seed).puzzle(filled);
    for (const std::uint64_t limit : {8U, 40U}) {
      const SolveResult result =
          solve_board(*make_learn_engine(), {{5, 5}, puzzle}, limit_of(limit));
      CHECK((result.solutions == limit));
      CHECK(result.guesses > 8000);
    }
  }
}

TEST_CASE("learn limits the memory of its clauses", "[learn]") {
  const CellList puzzle = FilledBoards({5, 5}, 17).puzzle(46);
  MemoryMeter meter;
  {
    const CountedMemory counted(meter);
    solve_board(*make_learn_engine(), {{5, 5}, puzzle}, limit_of(40));
  }
  // Without reductions, the clauses would need more.
  CHECK(meter.peak_bytes().value_or(0) < 3'000'000);
}

TEST_CASE("learn stops at the limit of guesses", "[learn]") {
  const CellList puzzle = endless_board();
  SolveLimits limits = limit_of(0);
  limits.max_guesses = 700;
  const SolveResult result = solve_board(*make_learn_engine(), {{6, 6}, puzzle}, limits);
  CHECK(result.outcome == Outcome::guess_limit);
  CHECK(result.guesses == 700);
}

TEST_CASE("guesses of learn do not depend on earlier searches", "[learn]") {
  const Shape shape{4, 5};
  FilledBoards source(shape, 9);
  CellList block;
  std::vector<std::uint64_t> alone;
  for (int i = 0; i < 4; ++i) {
    const CellList puzzle = source.puzzle(42);
    block.insert(block.end(), puzzle.begin(), puzzle.end());
    alone.push_back(solve_board(*make_learn_engine(), {shape, puzzle}, limit_of(2)).guesses);
  }
  const auto engine = make_learn_engine();
  solve_one(*engine, Grid{}, limit_of(20));
  for (int call = 0; call < 2; ++call) {
    std::array<SolveResult, 4> results;
    engine->solve({shape, block}, limit_of(2), {results, {}}, nullptr);
    for (std::size_t i = 0; i < alone.size(); ++i) CHECK(results[i].guesses == alone[i]);
  }
}

// Real time is the subject. No engine finishes this search, however fast the machine is.
TEST_CASE("a time limit and a deadline stop learn on the largest boards", "[learn]") {
  const CellList puzzle = endless_board();
  const Board board{{6, 6}, puzzle};
  const auto engine = make_learn_engine();
  const auto outcome_of = [&](const SolveLimits& limits) {
    SolveResult result;
    engine->solve(board, limits, {{&result, 1}, {}}, nullptr);
    return result.outcome;
  };
  SolveLimits limits = limit_of(0);
  limits.max_time = std::chrono::milliseconds(150);
  CHECK(outcome_of(limits) == Outcome::timeout);

  limits = limit_of(0);
  limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
  CHECK(outcome_of(limits) == Outcome::stopped);
}

TEST_CASE("a stop signal stops learn within a few solutions", "[learn]") {
  const CellList puzzle = FilledBoards({6, 6}, 1).puzzle(60);
  for (const std::uint64_t solutions : {1U, 20U}) {
    StopAfterSolutions sink(solutions);
    SolveLimits limits = limit_of(1000);
    limits.stop = &sink.stop;
    SolveResult result;
    make_learn_engine()->solve({{6, 6}, puzzle}, limits, {{&result, 1}, {}}, &sink);
    CHECK(result.outcome == Outcome::stopped);
    CHECK((result.solutions < solutions + 10));
  }
}

}  // namespace sudoku
