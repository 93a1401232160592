// What the engines of packages have to do on boards of every shape. Those of 9x9 are checked by the
// tests of all engines, too.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <memory>
#include <thread>
#include <vector>

#include "tests/catch.h"
#include "tests/engines/puzzle_source.h"
#include "tests/engines/solvers/solver_testing.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// Nothing here takes so long; an engine that goes astray ends all the same.
constexpr std::chrono::seconds kPatience{60};

SolveLimits patient(std::uint64_t max_solutions) {
  SolveLimits limits = limit_of(max_solutions);
  limits.max_time = kPatience;
  return limits;
}

/// Every package counts as many solutions as `check` does.
void check_agreement(const Board& puzzle, std::uint64_t max_solutions, const char* check) {
  const auto engine = find_engine(check)->make({});
  const SolveResult expected = checked_result(*engine, puzzle, patient(max_solutions));
  REQUIRE(is_answered(expected));
  for_each_package(puzzle.shape, [&](Engine& package) {
    const SolveResult result = checked_result(package, puzzle, patient(max_solutions));
    CHECK(format_count(result.solutions) == format_count(expected.solutions));
    CHECK(result.outcome == expected.outcome);
  });
}

/// Every package ends the search of the empty 25x25, the outcome is that, and not long after.
void check_end(const SolveLimits& limits, Outcome outcome) {
  const OwnBoard empty({5, 5});
  for_each_package(empty.shape, [&](Engine& package) {
    SolveResult result;
    const auto begin = Clock::now();
    package.solve(Board(empty), limits, {{&result, 1}, {}}, nullptr);
    CHECK(result.outcome == outcome);
    CHECK(Clock::now() - begin < kPatience);
  });
}

}  // namespace

TEST_CASE("packages list every board of 4x4", "[solvers]") {
  const OwnBoard empty({2, 2});
  for_each_package(empty.shape, [&](Engine& package) {
    const SolveResult result = checked_result(package, empty, patient(0));
    CHECK((result.solutions == 288));
    CHECK(result.outcome == Outcome::exhausted);
  });
}

TEST_CASE("packages take boxes that are not square, either way up", "[solvers]") {
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

TEST_CASE("packages find none where clues contradict each other", "[solvers]") {
  OwnBoard clash = board_with_holes({4, 4}, 200, 1);
  clash.cells[0] = clash.cells[15] = 7;
  for_each_package(clash.shape, [&](Engine& package) {
    const SolveResult result = checked_result(package, clash, patient(2));
    CHECK((result.solutions == 0));
    CHECK(result.outcome == Outcome::exhausted);
  });
}

TEST_CASE("packages end at the limit of solutions", "[solvers]") {
  const OwnBoard empty({4, 4});
  for (const std::uint64_t limit : {1, 2, 7}) {
    for_each_package(empty.shape, [&](Engine& package) {
      const SolveResult result = checked_result(package, empty, patient(limit));
      CHECK((result.solutions == limit));
      CHECK(result.outcome == Outcome::solution_limit);
    });
  }
}

TEST_CASE("packages end at the limit of guesses", "[solvers]") {
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

TEST_CASE("packages go from one shape to another, and answer a second call alike", "[solvers]") {
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

TEST_CASE("time ends a search of packages", "[solvers]") {
  SolveLimits limits = limit_of(0);
  limits.max_time = 100ms;
  check_end(limits, Outcome::timeout);
}

TEST_CASE("cadical ends in time where there are millions of clauses", "[solvers]") {
  const EngineInfo& info = *find_engine("cadical");
  const std::unique_ptr<Engine> cadical = info.make({});
  if (cadical == nullptr) {
    WARN("skipped: " << unavailable_message(info));
    return;
  }
  const auto cpu_time = [] {
    timespec time;
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  };
  const std::vector<std::uint8_t> empty(Shape{6, 6}.cells());
  for (const auto time : {1500ms, 2500ms}) {
    SolveLimits limits = limit_of(0);
    limits.max_time = time;
    SolveResult result;
    const auto begin = cpu_time();
    cadical->solve({{6, 6}, empty}, limits, {{&result, 1}, {}}, nullptr);
    CHECK(result.outcome == Outcome::timeout);
    CHECK(cpu_time() - begin < time + 300ms);
  }
}

TEST_CASE("the deadline ends a search of packages", "[solvers]") {
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

TEST_CASE("a stop signal ends a search of packages", "[solvers]") {
  std::atomic<bool> stop{false};
  SolveLimits limits = limit_of(0);
  limits.stop = &stop;
  const OwnBoard empty({5, 5});
  for_each_package(empty.shape, [&](Engine& package) {
    stop = false;
    std::jthread other([&stop] {
      std::this_thread::sleep_for(100ms);
      stop = true;
    });
    SolveResult result;
    package.solve(Board(empty), limits, {{&result, 1}, {}}, nullptr);
    CHECK(result.outcome == Outcome::stopped);
    CHECK(stop);
  });
}

TEST_CASE("an engine of a package goes on when the thread of its first call has ended",
          "[solvers]") {
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
