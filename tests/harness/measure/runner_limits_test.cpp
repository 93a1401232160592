// Tests the limits of the runner: time limits, the slow limit and the stop signal.

#include "tests/catch.h"
#include "tests/harness/measure/runner_testing.h"

namespace sudoku {

using namespace std::chrono_literals;

namespace {

/// Returns an engine that the user did not name, so that the slow limit applies to it. It takes
/// `ns` for each puzzle.
Solver unnamed(const std::string& id, std::int64_t ns, CallLog& log) {
  Solver solver = log.solver(id, ns, ns);
  solver.is_named = false;
  return solver;
}

RunPlan plan_with_slow_limit(std::vector<Solver> solvers,
                             std::chrono::nanoseconds at_end = 25'000ns) {
  RunPlan plan = plan_of(std::move(solvers));
  plan.slow_limit = SlowLimit{100, 25'000ns, at_end};
  return plan;
}

}  // namespace

TEST_CASE("a time limit skips puzzles of its engine only", "[runner]") {
  CallLog log;
  RunPlan plan = plan_of({log.solver("slow", 30), log.solver("fast", 1)});
  plan.time_limit = 100ns;
  const auto samples = run(plan, {3, 3, 3});
  REQUIRE(samples.size() == 3);
  // 90 ns in the first block, and a fourth call that starts before the limit.
  CHECK(started(samples[0].engines[0]) == 3);
  CHECK(started(samples[1].engines[0]) == 1);
  CHECK(started(samples[2].engines[0]) == 0);
  CHECK(samples[1].engines[0].wall_ns == 30);
  CHECK(samples[2].engines[0].wall_ns == 0);
  for (const BlockSample& sample : samples) CHECK(started(sample.engines[1]) == 3);

  const SolveResult& left_out = samples[1].engines[0].results[1];
  CHECK(left_out.outcome == Outcome::stopped);
  CHECK((left_out.solutions == 0));
  CHECK(samples[1].faults.empty());
}

TEST_CASE("the longest time limit limits nothing", "[runner]") {
  CallLog log;
  RunPlan plan = plan_of({log.solver("a", 1000)}, 4);
  plan.time_limit = 876'600h;
  for (const BlockSample& sample : run(plan, {2, 2, 2})) CHECK(started(sample.engines[0]) == 2);
}

TEST_CASE("each repetition has the whole time limit", "[runner]") {
  CallLog log;
  RunPlan plan = plan_of({log.solver("a", 30)});
  plan.time_limit = 50ns;
  TestRunner runner(plan);
  for (int pass = 0; pass < 2; ++pass) {
    std::size_t count = 0;
    runner.run(BlockSource({4}),
               [&](BlockSample&& sample) { count += started(sample.engines[0]); });
    CHECK(count == 2);
  }
}

TEST_CASE("an answer after the time limit of a puzzle does not count", "[runner]") {
  const auto check = [](std::int64_t took_ns, std::chrono::nanoseconds max_time, Outcome outcome,
                        Outcome expected) {
    RunPlan plan =
        plan_of({fake_solver("a", [&](const Grid&, const SolveLimits&, GridAnswer& result) {
          FakeStopwatch::advance(took_ns, took_ns);
          result.outcome = outcome;
        })});
    plan.limits.max_time = max_time;
    CHECK(run(plan, {1})[0].engines[0].results[0].outcome == expected);
  };
  using enum Outcome;
  check(100, 100ns, exhausted, exhausted);
  check(101, 100ns, exhausted, timeout);
  check(101, 100ns, solution_limit, timeout);
  check(101, 100ns, gave_up, gave_up);
  check(101, 0ns, exhausted, exhausted);
}

TEST_CASE("a puzzle in a block of one has the time of the block", "[runner]") {
  RunPlan plan = plan_of(
      {block_solver([](const Boards&, const Answers&) { FakeStopwatch::advance(101, 101); })});
  plan.limits.max_time = 100ns;
  const auto samples = run(plan, {1, 2});
  CHECK(samples[0].engines[0].results[0].outcome == Outcome::timeout);
  CHECK(samples[1].engines[0].results[0].outcome == Outcome::exhausted);
  CHECK(samples[1].engines[0].results[1].outcome == Outcome::exhausted);
}

TEST_CASE("the limits reach the engine, with a time limit as the deadline", "[runner]") {
  SolveLimits seen;
  RunPlan plan = plan_of({fake_solver(
      "a", [&seen](const Grid&, const SolveLimits& limits, GridAnswer&) { seen = limits; })});
  const std::atomic<bool> stop{false};
  plan.limits.max_solutions = 17;
  plan.limits.max_guesses = 18;
  plan.limits.max_time = 19ns;
  plan.limits.stop = &stop;
  run(plan, {1});
  CHECK(seen.max_solutions == 17);
  CHECK(seen.max_guesses == 18);
  CHECK(seen.max_time == 19ns);
  CHECK(seen.stop == &stop);
  CHECK(seen.deadline == std::chrono::steady_clock::time_point::max());
  plan.time_limit = 1h;
  const auto before = std::chrono::steady_clock::now();
  run(plan, {1});
  CHECK(seen.deadline >= before + 1h);
  CHECK(seen.deadline <= std::chrono::steady_clock::now() + 1h);
}

TEST_CASE("a stop signal ends the repetition and keeps the results so far", "[runner]") {
  for (const unsigned threads : {1U, 2U}) {
    std::atomic<bool> stop{false};
    std::atomic<int> calls{0};
    RunPlan plan = plan_of({fake_solver("a",
                                        [&](const auto&...) {
                                          if (++calls == 10) stop = true;
                                        })},
                           threads);
    plan.limits.stop = &stop;
    const auto samples = run(plan, std::vector<std::size_t>(100, 4));
    INFO(threads << " threads");
    CHECK(samples.size() >= 3);
    CHECK(samples.size() <= 3 + 2 * threads);
    std::size_t count = 0;
    for (const BlockSample& sample : samples) count += started(sample.engines[0]);
    CHECK(count == static_cast<std::size_t>(calls));
    CHECK(count < 10 + threads);
  }
}

TEST_CASE("an earlier stop signal prevents every call", "[runner]") {
  CallLog log;
  const std::atomic<bool> stop{true};
  RunPlan plan = plan_of({log.solver("a")});
  plan.limits.stop = &stop;
  CHECK(run(plan, {4}).empty());
  TestRunner runner(plan);
  runner.warm_up(block_of(1), {0ns, 5});
  CHECK(log.calls().empty());
}

TEST_CASE("engines that are clearly slow are stopped, unless the user named them", "[runner]") {
  CallLog log;
  Solver named = log.solver("named", 10'000, 10'000);
  const RunPlan plan =
      plan_with_slow_limit({unnamed("slow", 10'000, log), log.solver("fast", 10, 10), named});
  TestRunner runner(plan);
  std::vector<std::size_t> slow;
  std::vector<std::size_t> others;
  runner.run(BlockSource({2, 2, 2}), [&](BlockSample&& sample) {
    slow.push_back(started(sample.engines[0]));
    others.push_back(started(sample.engines[1]) + started(sample.engines[2]));
  });
  CHECK(slow == std::vector<std::size_t>{2, 1, 0});
  CHECK(others == std::vector<std::size_t>{4, 4, 4});
  CHECK(runner.stopped_solvers() == std::vector<std::size_t>{0});
  runner.run(BlockSource({2}), [&](BlockSample&& sample) {
    CHECK(started(sample.engines[0]) == 2);  // each repetition begins anew
  });
  CHECK(runner.stopped_solvers().empty());
}

TEST_CASE("an engine is not slow if all are slow, or if the fast ones fail", "[runner]") {
  CallLog log;
  const Solver quitter =
      fake_solver("quitter", [](const Grid&, const SolveLimits&, GridAnswer& result) {
        FakeStopwatch::advance(1, 1);
        result.outcome = Outcome::gave_up;
      });
  for (const Solver& other : {unnamed("b", 30'000, log), quitter}) {
    const RunPlan plan = plan_with_slow_limit({other, unnamed("a", 20'000, log)});
    for (const BlockSample& sample : run(plan, {3, 3})) {
      for (const EngineSample& engine : sample.engines) CHECK(started(engine) == 3);
    }
  }
}

TEST_CASE("the slow limit grows with the share of the dataset that is done", "[runner]") {
  CallLog log;
  const RunPlan plan =
      plan_with_slow_limit({unnamed("slow", 10'000, log), log.solver("fast", 10, 10)}, 65'000ns);
  TestRunner runner(plan);
  BlockSource blocks({2, 2, 2});
  runner.run(
      [&](PuzzleBlock& block) {
        const bool is_found = blocks(block);
        block.fraction_before = static_cast<double>(block.first_index) / 6;
        return is_found;
      },
      [](BlockSample&& sample) { CHECK(started(sample.engines[0]) == 2); });
}

}  // namespace sudoku
