// Tests the engine `learn` beyond the contract of engines: solutions are listed once, although
// learnt clauses are removed, and limits hold on the largest boards.

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engines/registry.h"
#include "harness/measure/memory_meter.h"
#include "tests/catch.h"
#include "tests/engines/board_source.h"
#include "tests/engines/checked_result.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

std::unique_ptr<Engine> make_learn_engine() { return find_engine("learn")->make({}); }

void check_count(const Board& puzzle, std::uint64_t limit, std::uint64_t expected) {
  const SolveResult result = checked_result(*make_learn_engine(), puzzle, limit_of(limit));
  CHECK(format_count(result.solutions) == std::to_string(expected));
  const bool is_limited = limit != 0 && expected == limit;
  CHECK(result.outcome == (is_limited ? Outcome::solution_limit : Outcome::exhausted));
}

/// Returns a 36x36 board with 38 % clues. No engine can finish its search.
BoardSource::Cells endless_board() { return BoardSource({6, 6}, 1).filled(38); }

}  // namespace

TEST_CASE("learn finds two solutions on boards of every size", "[learn]") {
  for (const Shape shape :
       {Shape{2, 4}, Shape{4, 2}, Shape{2, 5}, Shape{3, 4}, Shape{3, 5}, Shape{4, 4}, Shape{4, 5},
        Shape{5, 5}, Shape{2, 18}, Shape{6, 6}, Shape{1, 12}}) {
    INFO("side " << shape.side() << ", boxes of " << int{shape.box_rows} << " rows");
    BoardSource source(shape, 7);
    for (int i = 0; i < 3; ++i) {
      const BoardSource::Cells puzzle = source.filled(shape.side() < 12 ? 20 : 35);
      check_count({shape, puzzle}, 2, 2);
    }
  }
}

TEST_CASE("learn distinguishes no, one and two solutions on large boards", "[learn]") {
  for (const Shape shape : {Shape{4, 4}, Shape{5, 5}, Shape{8, 8}, Shape{1, 64}}) {
    BoardSource source(shape, 3);
    for (int i = 0; i < 3; ++i) {
      const BoardSource::Cells full = source.solved();
      BoardSource::Cells puzzle = full;
      for (std::size_t cell = 0; cell < shape.side(); ++cell) puzzle[cell] = 0;
      check_count({shape, puzzle}, 2, 1);
      puzzle[0] = full[1];
      check_count({shape, puzzle}, 2, 0);
    }
  }
}

TEST_CASE("learn lists different solutions despite many reductions", "[learn]") {
  // All solutions of these boards take more than 10,000 guesses.
  for (const auto& [filled, seed] : {std::pair{45, 24}, std::pair{46, 24}}) {
    const BoardSource::Cells puzzle = BoardSource({5, 5}, seed).filled(filled);
    for (const std::uint64_t limit : {8U, 40U}) {
      const SolveResult result =
          checked_result(*make_learn_engine(), {{5, 5}, puzzle}, limit_of(limit));
      CHECK((result.solutions == limit));
      CHECK(result.guesses > 8000);
    }
  }
}

TEST_CASE("learn limits the memory of its clauses", "[learn]") {
  const BoardSource::Cells puzzle = BoardSource({5, 5}, 24).filled(46);
  MemoryMeter meter;
  {
    const CountedMemory counted(meter);
    checked_result(*make_learn_engine(), {{5, 5}, puzzle}, limit_of(40));
  }
  // Without reductions, the clauses would need more.
  CHECK(meter.peak_bytes().value_or(0) < 3'000'000);
}

TEST_CASE("learn stops at the limit of guesses", "[learn]") {
  const BoardSource::Cells puzzle = endless_board();
  SolveLimits limits = limit_of(0);
  limits.max_guesses = 700;
  const SolveResult result = checked_result(*make_learn_engine(), {{6, 6}, puzzle}, limits);
  CHECK(result.outcome == Outcome::guess_limit);
  CHECK(result.guesses == 700);
}

TEST_CASE("guesses of learn do not depend on earlier searches", "[learn]") {
  const Shape shape{4, 5};
  BoardSource source(shape, 9);
  BoardSource::Cells block;
  std::vector<std::uint64_t> alone;
  for (int i = 0; i < 4; ++i) {
    const BoardSource::Cells puzzle = source.filled(42);
    block.insert(block.end(), puzzle.begin(), puzzle.end());
    alone.push_back(checked_result(*make_learn_engine(), {shape, puzzle}, limit_of(2)).guesses);
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
  const BoardSource::Cells puzzle = endless_board();
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
  const BoardSource::Cells puzzle = BoardSource({6, 6}, 1).filled(60);
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
