// Tests engines of packages on boards of every shape. The tests of all engines cover them on 9x9.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <memory>
#include <thread>
#include <vector>

#include <pthread.h>

#include "tests/catch.h"
#include "tests/engines/puzzle_source.h"
#include "tests/engines/solvers/solver_testing.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// Stops an engine that hangs. Each search takes less than a hundredth of it.
constexpr std::chrono::seconds kPatience{60};

SolveLimits patient(std::uint64_t max_solutions) {
  SolveLimits limits = limit_of(max_solutions);
  limits.max_time = kPatience;
  return limits;
}

/// Checks that every package counts as many solutions as the engine `reference`.
void check_agreement(const Board& puzzle, std::uint64_t max_solutions, const char* reference) {
  const auto engine = find_engine(reference)->make({});
  const SolveResult expected = checked_result(*engine, puzzle, patient(max_solutions));
  REQUIRE(is_solved(expected));
  for_each_package(puzzle.shape, [&](Engine& package) {
    const SolveResult result = checked_result(package, puzzle, patient(max_solutions));
    CHECK(format_count(result.solutions) == format_count(expected.solutions));
    CHECK(result.outcome == expected.outcome);
  });
}

}  // namespace

TEST_CASE("packages list all boards of 4x4", "[solvers]") {
  const OwnBoard empty({2, 2});
  for_each_package(empty.shape, [&](Engine& package) {
    const SolveResult result = checked_result(package, empty, patient(0));
    CHECK((result.solutions == 288));
    CHECK(result.outcome == Outcome::exhausted);
  });
}

TEST_CASE("packages support boxes that are not square", "[solvers]") {
  for (const Shape shape : {Shape{2, 3}, Shape{3, 2}, Shape{3, 4}, Shape{4, 3}}) {
    for (const std::uint64_t seed : {1, 2, 3}) {
      const std::size_t holes = shape.cells() / 2;
      check_agreement(board_with_holes(shape, holes, seed), 100, "naive");
    }
  }
}

TEST_CASE("packages agree with bitmask on 9x9", "[solvers]") {
  PuzzleSource source(7);
  for (int i = 0; i < 40; ++i) {
    const Grid puzzle = source.next();
    INFO("puzzle " << format_line(puzzle));
    check_agreement(puzzle, i % 2 == 0 ? 2 : 20, "bitmask");
  }
}

TEST_CASE("packages agree with naive on 16x16 and 25x25", "[solvers]") {
  check_agreement(full_board({4, 4}), 0, "naive");
  for (const std::uint64_t seed : {1, 2, 3}) {
    check_agreement(board_with_holes({4, 4}, 90, seed), 30, "naive");
    check_agreement(board_with_holes({5, 5}, 150, seed), 3, "naive");
  }
}

TEST_CASE("packages find no solution for contradicting clues", "[solvers]") {
  OwnBoard clash = board_with_holes({4, 4}, 200, 1);
  clash.cells[0] = clash.cells[15] = 7;
  for_each_package(clash.shape, [&](Engine& package) {
    const SolveResult result = checked_result(package, clash, patient(2));
    CHECK((result.solutions == 0));
    CHECK(result.outcome == Outcome::exhausted);
  });
}

TEST_CASE("packages stop at the limit of solutions", "[solvers]") {
  const OwnBoard empty({4, 4});
  for (const std::uint64_t limit : {1, 2, 7}) {
    for_each_package(empty.shape, [&](Engine& package) {
      const SolveResult result = checked_result(package, empty, patient(limit));
      CHECK((result.solutions == limit));
      CHECK(result.outcome == Outcome::solution_limit);
    });
  }
}

TEST_CASE("packages stop at the limit of guesses", "[solvers]") {
  const OwnBoard empty({3, 4});
  SolveLimits limits = patient(0);
  limits.max_guesses = 50;
  for_each_package(empty.shape, [&](Engine& package) {
    const SolveResult result = checked_result(package, empty, limits);
    CHECK(result.outcome == Outcome::guess_limit);
    CHECK(result.guesses <= 50);
    CHECK((result.solutions <= 51));
  });
}

TEST_CASE("packages can change the shape between calls, and repeat their answers", "[solvers]") {
  const OwnBoard small({2, 3});
  const OwnBoard large = board_with_holes({4, 4}, 150, 5);
  for_each_package(small.shape, [&](Engine& package) {
    std::vector<std::uint8_t> first(large.cells.size());
    for (int call = 0; call < 2; ++call) {
      CHECK((checked_result(package, small, patient(10)).solutions == 10));
      SolveResult result;
      std::vector<std::uint8_t> solution(large.cells.size());
      package.solve(Board(large), patient(2), {{&result, 1}, solution}, nullptr);
      CHECK((result.solutions == 2));
      if (call == 1) CHECK(solution == first);
      first = solution;
    }
  });
}

// Real time is the subject. No engine finishes the empty 25x25.
TEST_CASE("a time limit stops packages", "[solvers]") {
  SolveLimits limits = limit_of(0);
  limits.max_time = 100ms;
  const OwnBoard empty({5, 5});
  for_each_package(empty.shape, [&](Engine& package) {
    SolveResult result;
    package.solve(Board(empty), limits, {{&result, 1}, {}}, nullptr);
    CHECK(result.outcome == Outcome::timeout);
  });
}

// Real time is the subject. The contract of engines allows 10 ms after a stop. The test allows
// 100 ms of CPU time of the searching thread, because that does not depend on the machine's load.
// With its default options, CaDiCaL would simplify millions of clauses at one of these stops.
TEST_CASE("a stop signal stops cadical at once despite millions of clauses", "[solvers]") {
  const EngineInfo& info = *find_engine("cadical");
  const std::unique_ptr<Engine> cadical = info.make({});
  if (cadical == nullptr) {
    WARN("skipped: " << unavailable_message(info));
    return;
  }
  clockid_t clock{};
  REQUIRE(::pthread_getcpuclockid(::pthread_self(), &clock) == 0);
  const auto cpu_time = [clock] {
    timespec time{};
    ::clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  };
  const OwnBoard empty({6, 6});
  for (const auto work : {500ms, 700ms, 900ms, 1100ms, 1300ms}) {
    INFO("stop after " << work.count() << " ms");
    std::atomic<bool> stop{false};
    std::chrono::nanoseconds stopped_at{};
    SolveLimits limits = limit_of(0);
    limits.stop = &stop;
    SolveResult result;
    {
      const std::jthread watcher([&, end = cpu_time() + work] {
        while (cpu_time() < end) std::this_thread::sleep_for(1ms);
        stop = true;
        stopped_at = cpu_time();
      });
      cadical->solve(Board(empty), limits, {{&result, 1}, {}}, nullptr);
    }
    CHECK(result.outcome == Outcome::stopped);
    CHECK(cpu_time() - stopped_at < 100ms);
  }
}

// Real time is the subject. No engine finishes the empty 25x25.
TEST_CASE("a deadline stops packages", "[solvers]") {
  for (const auto time : {0ms, 20ms, 200ms}) {
    for_each_package({5, 5}, [&](Engine& package) {
      SolveLimits limits = limit_of(0);
      limits.deadline = Clock::now() + time;
      const std::vector<std::uint8_t> cells(2 * 625);
      SolveResult results[2];
      package.solve({{5, 5}, cells}, limits, {results, {}}, nullptr);
      for (const SolveResult& result : results) CHECK(result.outcome == Outcome::stopped);
      CHECK((results[1].solutions == 0));
    });
  }
}

// watchdog_test.cpp stops searches that find no solution.
TEST_CASE("a stop signal stops packages before the next solution", "[solvers]") {
  const OwnBoard empty({4, 4});
  for_each_package(empty.shape, [&](Engine& package) {
    StopAfterSolutions sink(3);
    SolveLimits limits = limit_of(1000);
    limits.stop = &sink.stop;
    SolveResult result;
    package.solve(Board(empty), limits, {{&result, 1}, {}}, &sink);
    CHECK(result.outcome == Outcome::stopped);
    CHECK((result.solutions == 3));
  });
}

TEST_CASE("engines of packages work after the thread of their first call ended", "[solvers]") {
  for_each_package(k9x9, [](Engine& package) {
    const auto solve = [&package] {
      Grid puzzle{};
      puzzle[0] = 1;
      SolveResult result;
      package.solve(puzzle, limit_of(1), {{&result, 1}, {}}, nullptr);
      CHECK((result.solutions == 1));
    };
    std::thread(solve).join();
    solve();
  });
}

}  // namespace sudoku
