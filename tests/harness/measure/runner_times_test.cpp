// Tests what the runner measures: times, interference, memory, events and energy.

#include "harness/measure/memory_meter.h"
#include "tests/catch.h"
#include "tests/harness/measure/runner_testing.h"

namespace sudoku {

using namespace std::chrono_literals;

namespace {

/// Returns an engine that calls `disturb` before each puzzle, with the number of earlier calls.
Solver disturbed(const std::string& id, std::function<void(int)> disturb,
                 std::shared_ptr<int> calls = std::make_shared<int>(0)) {
  return fake_solver(id, [=](const auto&...) {
    FakeStopwatch::advance(1'000'000, 1'000'000);
    disturb((*calls)++);
  });
}

/// Returns an engine that solves whole blocks. Each call takes `start_ns`, and `puzzle_ns` for each
/// puzzle. Adds the size of each call to `sizes`.
Solver timed_blocks(std::int64_t start_ns, std::int64_t puzzle_ns,
                    std::vector<std::size_t>& sizes) {
  return block_solver([=, &sizes](const Boards& puzzles, const Answers&) {
    sizes.push_back(puzzles.size());
    const auto ns = start_ns + static_cast<std::int64_t>(puzzles.size()) * puzzle_ns;
    FakeStopwatch::advance(ns, ns);
  });
}

}  // namespace

TEST_CASE("only the calls are timed", "[runner]") {
  CallLog log;
  RunPlan plan = plan_of({log.solver("a", 100, 90), log.solver("b", 7, 5)});
  // The time between the calls is long.
  plan.on_solver_start = [](std::size_t) { FakeStopwatch::advance(1'000'000, 1'000'000); };
  TestRunner runner(plan);
  BlockSource source({4, 2});
  std::vector<BlockSample> samples;
  runner.run(
      [&](PuzzleBlock& block) {
        FakeStopwatch::advance(1'000'000, 1'000'000);
        return source(block);
      },
      [&](BlockSample&& sample) {
        FakeStopwatch::advance(1'000'000, 1'000'000);
        samples.push_back(std::move(sample));
      });
  REQUIRE(samples.size() == 2);
  CHECK(samples[0].engines[0].wall_ns == 400);
  CHECK(samples[0].engines[0].cpu_ns == 360);
  CHECK(samples[0].engines[0].puzzle_ns == std::vector<std::int64_t>(4, 100));
  CHECK(samples[0].engines[1].wall_ns == 28);
  CHECK(samples[0].engines[1].cpu_ns == 20);
  CHECK(samples[1].engines[0].wall_ns == 200);
  CHECK(samples[1].engines[1].puzzle_ns == std::vector<std::int64_t>(2, 7));
}

TEST_CASE("the CPU time of an engine in a sub-process is unknown", "[runner]") {
  CallLog log;
  Solver solver = log.solver("a", 100, 1);
  solver.is_cpu_time_known = false;
  const auto samples = run(plan_of({solver}), {3});
  CHECK(samples[0].engines[0].cpu_ns == 0);
  CHECK(samples[0].engines[0].wall_ns == 300);
  CHECK_FALSE(samples[0].engines[0].is_interfered);
}

TEST_CASE("a block with interference is repeated", "[runner]") {
  const std::function<void()> disturbances[] = {
      [] { FakeStopwatch::advance(50'000'000, 0); }, [] { FakeStopwatch::switch_away(9); },
      [] { FakeStopwatch::counters().stolen_ns += 4'000'000; }};
  for (const auto& disturb : disturbances) {
    const auto at_first = [&disturb](int call) {
      if (call == 2) disturb();
    };
    const auto samples =
        run(plan_of({disturbed("a", at_first), disturbed("b", [](int) {})}), {4, 4});
    REQUIRE(samples.size() == 2);
    CHECK(samples[0].repeats == 1);
    CHECK(samples[0].engines[0].wall_ns == 4'000'000);
    CHECK_FALSE(samples[0].engines[0].is_interfered);
    CHECK(samples[1].repeats == 0);
  }
}

TEST_CASE("a block with repeated interference is marked", "[runner]") {
  const auto lose_time = [](int) { FakeStopwatch::advance(50'000'000, 0); };
  const auto samples =
      run(plan_of({disturbed("a", lose_time), disturbed("b", [](int) {})}), {2, 2, 2, 2, 2, 2});
  CHECK(samples[0].repeats == 2);
  CHECK(samples[0].engines[0].is_interfered);
  CHECK_FALSE(samples[0].engines[1].is_interfered);
  // The machine stays busy, so the runner stops repeating blocks.
  CHECK(samples[5].repeats == 0);
  CHECK(samples[5].engines[0].is_interfered);
}

TEST_CASE("blocks with faults are not repeated", "[runner]") {
  int calls = 0;
  const Solver wrong = fake_solver("a", [&](const Grid&, const SolveLimits&, GridAnswer& result) {
    FakeStopwatch::advance(50'000'000, 0);
    if (calls++ == 0) result.solutions = 3;
  });
  const auto samples = run(plan_of({wrong}), {1});
  CHECK(samples[0].repeats == 0);
  CHECK(samples[0].faults.size() == 1);
}

TEST_CASE("the overhead of the clock is subtracted", "[runner]") {
  /// Each reading takes some time.
  class SlowStopwatch : public FakeStopwatch {
   public:
    std::int64_t wall_ns() override {
      advance(30, 30);
      return FakeStopwatch::wall_ns();
    }
  };
  const RunPlan plan =
      plan_of({fake_solver("a", [](const auto&...) { FakeStopwatch::advance(100, 100); })});
  SlowStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
  runner.run(BlockSource({5}), [](BlockSample&& sample) {
    CHECK(sample.engines[0].puzzle_ns == std::vector<std::int64_t>(5, 100));
    CHECK(sample.engines[0].wall_ns == 500);
  });
}

TEST_CASE("the memory of an engine includes its construction", "[runner]") {
  if (!MemoryMeter().peak_bytes()) {
    WARN("skipped: memory cannot be counted here");
    return;
  }
  Solver solver = fake_solver("hoarder", {});
  solver.make = [] {
    auto hoard = std::make_shared<std::vector<std::string>>();
    hoard->emplace_back(1'000'000, 'x');
    return std::make_unique<FakeEngine>(
        [hoard](const auto&...) { hoard->emplace_back(100'000, 'x'); });
  };
  solver.shared_bytes = 30'000'000;
  RunPlan plan = plan_of({solver});
  const auto samples = run(plan, {1, 7});
  const auto first = samples.at(0).engines[0].peak_bytes.value_or(0);
  const auto last = samples.at(1).engines[0].peak_bytes.value_or(0);
  CHECK(first >= 31'100'000);
  CHECK(first < 31'200'000);
  CHECK(last >= first + 700'000);
  CHECK(last < first + 800'000);

  plan.solvers[0].is_memory_known = false;
  CHECK(run(plan, {1})[0].engines[0].peak_bytes == std::nullopt);
}

TEST_CASE("events cover only the calls and are scaled if counters were multiplexed", "[runner]") {
  const auto advance = [](std::uint64_t instructions, std::uint64_t running_ns) {
    EventReading& reading = FakeStopwatch::event_reading();
    for (auto& counter : reading.counters) {
      if (!counter) counter = EventReading::Counter{};
      counter->value += instructions;
      counter->enabled_ns += 100;
      counter->running_ns += running_ns;
    }
    reading.counters[4].reset();
  };
  advance(5000, 100);
  RunPlan plan = plan_of({fake_solver("a", [&](const auto&...) { advance(70, 100); }),
                          fake_solver("b", [&](const auto&...) { advance(40, 25); })});
  plan.on_solver_start = [&](std::size_t) { advance(3, 100); };
  CHECK(run(plan, {2})[0].engines[0].events == EventCounts{});
  plan.counts_events = true;
  const auto samples = run(plan, {2, 3});
  CHECK(samples[0].engines[0].events == EventCounts{140, 140, 140, 140, {}, false});
  CHECK(samples[1].engines[0].events == EventCounts{210, 210, 210, 210, {}, false});
  CHECK(samples[1].engines[1].events == EventCounts{480, 480, 480, 480, {}, true});

  plan.solvers[0].is_cpu_time_known = false;  // it works in another process
  CHECK(run(plan, {2})[0].engines[0].events == EventCounts{});
  FakeStopwatch::event_reading() = {};
}

TEST_CASE("energy covers only the calls, with one thread", "[runner]") {
  FakeStopwatch::energy_reading() = {{{900, 1000}, {10, 1000}}};
  RunPlan plan = plan_of({fake_solver("a", [](const auto&...) {
    auto& packages = FakeStopwatch::energy_reading().packages;
    for (auto& package : packages) package.microjoules = (package.microjoules + 70) % package.range;
  })});
  const auto samples = run(plan, {1, 3});
  CHECK(samples[0].engines[0].package_uj == 140);
  CHECK(samples[1].engines[0].package_uj == 420);
  plan.threads = 2;
  CHECK(run(plan, {1})[0].engines[0].package_uj == std::nullopt);
  FakeStopwatch::energy_reading() = {};
  plan.threads = 1;
  CHECK(run(plan, {1})[0].engines[0].package_uj == std::nullopt);
}

TEST_CASE("an engine that solves whole blocks gets a short block several times", "[runner]") {
  std::vector<std::size_t> sizes;
  RunPlan plan = plan_of({timed_blocks(900, 10, sizes)});
  plan.min_call_time = 10'000ns;
  const auto samples = run(plan, {10});
  REQUIRE(sizes.size() >= 2);
  CHECK(sizes.front() == 10);
  CHECK(sizes.back() == 10 * samples[0].engines[0].iterations);
  const EngineSample& sample = samples[0].engines[0];
  CHECK(sample.wall_ns >= 10'000);
  CHECK(sample.results.size() == 10);
  // With more puzzles per call, the start counts less: the time per puzzle approaches 10 ns.
  CHECK(sample.time_of(0) < 12);
}

TEST_CASE("long blocks, and engines that solve single puzzles, get a block once", "[runner]") {
  std::vector<std::size_t> sizes;
  CallLog log;
  RunPlan plan = plan_of({timed_blocks(900, 10, sizes), log.solver("single")});
  plan.min_call_time = 1000ns;
  const auto samples = run(plan, {10});
  for (const EngineSample& engine : samples[0].engines) CHECK(engine.iterations == 1);
  CHECK(sizes == std::vector<std::size_t>{10});
  CHECK(log.calls().size() == 10);
  plan.min_call_time = 1s;
  CHECK(run(plan, {1000})[0].engines[0].iterations == 4);
  CHECK(sizes.back() == 4000);  // a call has at most 4096 puzzles
}

}  // namespace sudoku
