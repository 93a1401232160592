// Tests engines of packages beyond the contract of engines.

#include <chrono>
#include <ctime>
#include <thread>

#include <pthread.h>

#include "engines/solvers/sat_engine.h"
#include "harness/puzzle/owned_boards.h"
#include "tests/catch.h"
#include "tests/engines/board_source.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

/// Counts the clauses of a formula.
struct Counter {
  void add(std::span<const int>) { ++clauses; }
  std::size_t clauses = 0;
};

}  // namespace

TEST_CASE("in a solution, each group has one true variable", "[solvers]") {
  for (const Shape shape : {Shape{2, 3}, Shape{4, 4}, Shape{1, 5}, Shape{8, 8}}) {
    BoardSource source(shape, 3);
    const BoardSource::Cells solved = source.solved();
    OwnedBoard puzzle(shape);
    puzzle.cells()[0] = solved[0];  // so that the sizes of groups differ
    const SolveLimits limits;
    SolveResult result;
    SearchMonitor monitor(limits, {{&result, 1}, {}}, nullptr, shape);
    REQUIRE(monitor.begin(0));
    solvers::Encoding encoding;
    REQUIRE(encoding.begin(puzzle, monitor));
    const auto is_true = [&](int variable) {
      return solved[encoding.place(variable).cell] == encoding.place(variable).digit;
    };
    std::vector<int> truths;
    CHECK(encoding.solution(is_true, truths) == Board{shape, solved});
    CHECK(truths.size() == shape.cells() - 1);

    Counter counter;
    REQUIRE(solvers::add_clauses(encoding, counter, monitor));
    CHECK(solvers::clause_count(encoding) == counter.clauses);
  }
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
  const OwnedBoard empty({6, 6});
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

TEST_CASE("engines of packages work after the thread of their first call ended", "[solvers]") {
  for_each_engine([](Engine& engine) {
    const auto solve = [&engine] {
      Grid puzzle{};
      puzzle[0] = 1;
      CHECK((solve_one(engine, puzzle, limit_of(1)).solutions == 1));
    };
    std::thread(solve).join();
    solve();
  });
}

}  // namespace sudoku
