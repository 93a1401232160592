// Tests the engine `learn` beyond the contract of engines: solutions are listed once, although
// learnt clauses are removed.

#include <array>

#include "harness/measure/memory_meter.h"
#include "tests/catch.h"
#include "tests/engines/board_source.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

std::unique_ptr<Engine> make_learn_engine() { return find_engine("learn")->make({}); }

}  // namespace

TEST_CASE("learn lists different solutions despite many reductions", "[learn]") {
  // All solutions of these boards take more than 10,000 guesses.
  for (const std::size_t filled : {45, 46}) {
    const BoardSource::Cells puzzle = BoardSource({5, 5}, 24).filled(filled);
    for (const std::uint64_t limit : {8U, 40U}) {
      MemoryMeter meter;
      SolveResult result;
      {
        const CountedMemory counted(meter);
        result = checked_result(*make_learn_engine(), {{5, 5}, puzzle}, limit_of(limit));
      }
      CHECK((result.solutions == limit));
      CHECK(result.guesses > 8000);
      // Without reductions, the clauses would need more.
      CHECK(meter.peak_bytes().value_or(0) < 3'000'000);
    }
  }
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
