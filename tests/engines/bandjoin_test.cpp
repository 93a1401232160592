// The engine around the join: where it enumerates and where it joins, its limits and its ends.

#include <atomic>
#include <chrono>
#include <string_view>
#include <thread>
#include <vector>

#include "engines/registry.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

/// With 13,205,275,952,041,152 solutions; joining takes seconds.
constexpr std::string_view kMany =
    "...4.....6.......................2.........................39...........7........";

TEST_CASE("bandjoin counts a puzzle with more solutions than 64 bits hold", "[bandjoin]") {
  const auto engine = find_engine("bandjoin")->make({});
  const std::vector<Grid> puzzles(2);
  std::vector<SolveResult> results(2);
  engine->solve(puzzles, limit_of(0), results, nullptr);
  for (const SolveResult& result : results) {
    CHECK(format_count(result.solutions) == "6670903752021072936960");
    CHECK(result.outcome == Outcome::exhausted);
  }
}

TEST_CASE("bandjoin ends at every limit of solutions", "[bandjoin]") {
  const auto engine = find_engine("bandjoin")->make({});
  for (const std::uint64_t limit : {999U, 1000U, 1001U, 1'000'000'000U}) {
    const SolveResult result = solve_one(*engine, Grid{}, limit_of(limit));
    CHECK((result.solutions == limit));
    CHECK(result.outcome == Outcome::solution_limit);
  }
}

TEST_CASE("bandjoin ends a join by time, deadline and stop signal", "[bandjoin][threads]") {
  using std::chrono::milliseconds;
  const auto engine = find_engine("bandjoin")->make({});
  const Grid puzzle = grid_of(kMany);
  SolveLimits limits = limit_of(0);
  limits.threads = GENERATE(1U, 2U);
  limits.max_time = milliseconds(20);
  CHECK(solve_one(*engine, puzzle, limits).outcome == Outcome::timeout);

  limits.max_time = milliseconds(0);
  limits.deadline = std::chrono::steady_clock::now() + milliseconds(20);
  CHECK(solve_one(*engine, puzzle, limits).outcome == Outcome::stopped);

  std::atomic<bool> stop{false};
  limits.deadline = SolveLimits{}.deadline;
  limits.stop = &stop;
  std::thread stopper([&stop] {
    std::this_thread::sleep_for(milliseconds(20));
    stop = true;
  });
  const SolveResult stopped = solve_one(*engine, puzzle, limits);
  stopper.join();
  CHECK(stopped.outcome == Outcome::stopped);
  // What was summed up until then are solutions.
  CHECK((stopped.solutions >= 32));  // enumerated before the join
  CHECK((stopped.solutions < *parse_count("13205275952041152")));
}

}  // namespace
}  // namespace sudoku
