#include "harness/measure/runner.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness/base/cpus.h"
#include "harness/measure/memory_meter.h"
#include "tests/catch.h"
#include "tests/harness/check/check_testing.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

/// A source of blocks of these sizes. Puzzles are numbered from 0.
class BlockSource {
 public:
  explicit BlockSource(std::vector<std::size_t> sizes) : sizes_(std::move(sizes)) {}

  bool operator()(PuzzleBlock& block) {
    if (block_ == sizes_.size()) return false;
    block = {};
    block.first_index = next_;
    for (std::size_t i = 0; i < sizes_[block_]; ++i, ++next_) {
      block.puzzles.push_back(numbered_puzzle(next_));
      block.lines.push_back(next_ + 1);
    }
    ++block_;
    return true;
  }

 private:
  std::vector<std::size_t> sizes_;
  std::size_t block_ = 0;
  std::uint64_t next_ = 0;
};

/// The engine and the puzzle of each call, in the order of the calls on each thread.
class CallLog {
 public:
  struct Call {
    std::string engine;
    Grid puzzle;
    std::thread::id thread;
  };

  /// Returns an engine that finds no solution and takes this time.
  Solver solver(const std::string& id, std::int64_t wall_ns = 10, std::int64_t cpu_ns = 9) {
    return fake_solver(id, [=, this](const Grid& puzzle, const SolveLimits&, GridAnswer&) {
      FakeStopwatch::advance(wall_ns, cpu_ns);
      const std::lock_guard lock(mutex_);
      calls_.push_back({id, puzzle, std::this_thread::get_id()});
    });
  }

  const std::vector<Call>& calls() const { return calls_; }

  std::vector<std::string> engines() const {
    std::vector<std::string> engines;
    for (const Call& call : calls_) engines.push_back(call.engine);
    return engines;
  }

 private:
  std::mutex mutex_;
  std::vector<Call> calls_;
};

std::vector<BlockSample> run(const RunPlan& plan, std::vector<std::size_t> sizes) {
  FakeStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
  std::vector<BlockSample> samples;
  runner.run(BlockSource(std::move(sizes)),
             [&samples](BlockSample&& sample) { samples.push_back(std::move(sample)); });
  return samples;
}

RunPlan plan_of(std::vector<Solver> solvers, unsigned threads = 1) {
  RunPlan plan;
  plan.solvers = std::move(solvers);
  plan.threads = threads;
  plan.preparation = 0;
  plan.preparation_time = {};
  return plan;
}

std::size_t started(const EngineSample& sample) {
  return sample.puzzle_ns.size() -
         static_cast<std::size_t>(std::count(sample.puzzle_ns.begin(), sample.puzzle_ns.end(),
                                             EngineSample::kNotStarted));
}

}  // namespace

TEST_CASE("every engine is given every puzzle once", "[runner]") {
  for (const unsigned threads : {1U, 2U, 4U}) {
    CallLog log;
    run(plan_of({log.solver("a"), log.solver("b")}, threads), {3, 1, 5, 2, 8, 8, 1});
    std::map<std::pair<std::string, std::string>, int> seen;
    for (const auto& call : log.calls()) ++seen[{call.engine, format_line(call.puzzle)}];
    INFO(threads << " threads");
    CHECK(seen.size() == 2 * 28);
    CHECK(
        std::all_of(seen.begin(), seen.end(), [](const auto& entry) { return entry.second == 1; }));
  }
}

TEST_CASE("engines run in alternating order, and the order rotates", "[runner]") {
  CallLog log;
  std::vector<std::size_t> turns;
  RunPlan plan = plan_of({log.solver("a"), log.solver("b"), log.solver("c")});
  plan.on_solver_start = [&turns](std::size_t solver) { turns.push_back(solver); };
  run(plan, {1, 2, 1, 1});
  CHECK(log.engines() == std::vector<std::string>{"a", "b", "c", "c", "c", "b", "b", "a", "a",  //
                                                  "b", "c", "a", "a", "c", "b"});
  CHECK(turns == std::vector<std::size_t>{0, 1, 2, 2, 1, 0, 1, 2, 0, 0, 2, 1});
}

TEST_CASE("blocks come out in the order in which they went in", "[runner]") {
  std::vector<std::size_t> sizes(200);
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = 1 + i % 3;
  for (const unsigned threads : {1U, 2U, 4U}) {
    // The sleep makes early blocks end after late ones. The result does not depend on it.
    const auto plan =
        plan_of({fake_solver("slow start",
                             [](const Grid& puzzle, const SolveLimits&, GridAnswer& result) {
                               if (puzzle[0] < 3) std::this_thread::sleep_for(200us);
                               result.guesses = puzzle[0];
                             })},
                threads);
    const auto samples = run(plan, sizes);
    REQUIRE(samples.size() == sizes.size());
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const BlockSample& sample = samples[i];
      CHECK(sample.block.first_index == next);
      REQUIRE(sample.block.puzzles.size() == sizes[i]);
      for (std::size_t p = 0; p < sizes[i]; ++p, ++next) {
        CHECK(sample.block.puzzles[p] == numbered_puzzle(next));
        CHECK(sample.engines[0].results[p].guesses == sample.block.puzzles[p][0]);
      }
    }
  }
}

TEST_CASE("results have the index of their engine in every order", "[runner]") {
  const auto answer = [](std::uint64_t guesses) {
    return [guesses](const Grid&, const SolveLimits&, GridAnswer& result) {
      result.guesses = guesses;
    };
  };
  const auto samples =
      run(plan_of({fake_solver("a", answer(1)), fake_solver("b", answer(2))}), {1, 1, 1});
  for (const BlockSample& sample : samples) {
    CHECK(sample.engines[0].results[0].guesses == 1);
    CHECK(sample.engines[1].results[0].guesses == 2);
  }
}

TEST_CASE("an instance of an engine stays on its thread", "[runner]") {
  for (const unsigned threads : {1U, 4U}) {
    struct Instance {
      std::thread::id owner = std::this_thread::get_id();
      std::atomic<bool> was_moved{false};
    };
    std::mutex mutex;
    std::vector<std::shared_ptr<Instance>> instances;
    Solver solver;
    solver.id = "a";
    solver.make = [&] {
      auto instance = std::make_shared<Instance>();
      const std::lock_guard lock(mutex);
      instances.push_back(instance);
      return std::make_unique<FakeEngine>([instance](const auto&...) {
        if (std::this_thread::get_id() != instance->owner) instance->was_moved = true;
      });
    };
    run(plan_of({solver}, threads), std::vector<std::size_t>(100, 2));
    CHECK_FALSE(instances.empty());
    CHECK(instances.size() <= threads * solver.places);
    CHECK(std::none_of(instances.begin(), instances.end(),
                       [](const auto& instance) { return instance->was_moved.load(); }));
  }
}

TEST_CASE("the instances of an engine alternate every two blocks", "[runner]") {
  int made = 0;
  std::vector<int> calls;
  Solver solver = fake_solver("a", {});
  solver.places = 3;
  solver.make = [&] {
    const int number = made++;
    return std::make_unique<FakeEngine>(
        [&calls, number](const Grid&, const SolveLimits&, GridAnswer&) {
          FakeStopwatch::advance(10, 10);
          calls.push_back(number);
        });
  };
  const auto samples = run(plan_of({solver}), std::vector<std::size_t>(8, 1));
  CHECK(made == 3);
  CHECK(calls == std::vector<int>{0, 0, 1, 1, 2, 2, 0, 0});
  for (const BlockSample& sample : samples) CHECK(sample.engines[0].wall_ns == 10);
}

TEST_CASE("engines are prepared alike, but never with the next block", "[runner]") {
  CallLog log;
  std::vector<std::size_t> turns;  // number of calls before each
  RunPlan plan = plan_of({log.solver("a"), log.solver("b", 20, 20)});
  plan.preparation = 4;
  plan.on_solver_start = [&](std::size_t) { turns.push_back(log.calls().size()); };
  const auto samples = run(plan, {3, 1, 5, 2, 1, 1});
  turns.push_back(log.calls().size());
  std::vector<std::size_t> prepared;
  for (std::size_t turn = 0; turn + 1 < turns.size(); ++turn) {
    const auto timed = grids_of(samples[turn / 2].block.puzzles);
    prepared.push_back(turns[turn + 1] - turns[turn] - timed.size());
    for (std::size_t i = 0; i < prepared.back(); ++i) {
      const Grid& puzzle = log.calls()[turns[turn] + i].puzzle;
      CHECK(std::find(timed.begin(), timed.end(), puzzle) == timed.end());
    }
  }
  CHECK(prepared == std::vector<std::size_t>{0, 0, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4});
  for (const BlockSample& sample : samples) {
    CHECK(sample.engines[0].wall_ns == 10 * static_cast<std::int64_t>(sample.block.puzzles.size()));
  }
}

TEST_CASE("isomorphs of the warm-up prepare the first block of a thread", "[runner]") {
  CallLog log;
  RunPlan plan = plan_of({log.solver("a")});
  plan.preparation = 3;
  FakeStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
  PuzzleBlock block;
  for (std::uint64_t number = 123456789; block.puzzles.size() < 4; ++number) {
    block.puzzles.push_back(numbered_puzzle(number));
    block.lines.push_back(number);
  }
  runner.warm_up(block, {0ns, 4});
  bool is_given = false;
  runner.run(
      [&](PuzzleBlock& next) {
        next = block;
        return !std::exchange(is_given, true);
      },
      [](BlockSample&&) {});
  std::vector<Grid> calls;
  for (const CallLog::Call& call : log.calls()) calls.push_back(call.puzzle);
  const std::span<const Grid> all(calls);
  const auto timed = grids_of(block.puzzles);
  REQUIRE(calls.size() == 4 + 3 + 4);
  CHECK(std::ranges::equal(all.last(4), timed));
  CHECK(std::ranges::is_permutation(all.subspan(4, 3), all.subspan(1, 3)));
  for (const Grid& puzzle : all.first(7)) CHECK(std::ranges::find(timed, puzzle) == timed.end());
}

TEST_CASE("a repeated block is not prepared with itself", "[runner]") {
  CallLog log;
  RunPlan plan = plan_of({log.solver("a")});
  plan.preparation = 4;
  FakeStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
  for (int pass = 0; pass < 3; ++pass) runner.run(BlockSource({2}), [](BlockSample&&) {});
  CHECK(log.calls().size() == 6);
}

TEST_CASE("engines are prepared with boards of the next shape", "[runner]") {
  struct ShapeLog final : Engine {
    explicit ShapeLog(std::vector<Shape>& log) : log_(log) {}
    void solve(const Boards& puzzles, const SolveLimits&, const Answers& answers,
               SolutionSink*) override {
      log_.push_back(puzzles.shape);
      for (SolveResult& result : answers.results) result = {};
    }
    std::vector<Shape>& log_;
  };
  std::vector<Shape> shapes;
  Solver solver;
  solver.id = "a";
  solver.make = [&shapes] { return std::make_unique<ShapeLog>(shapes); };
  solver.lists_solutions = false;
  RunPlan plan = plan_of({solver});
  plan.preparation = 4;
  FakeStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
  // A dataset of two blocks for each shape.
  for (const Shape shape : {Shape{4, 4}, k9x9, Shape{2, 2}}) {
    shapes.clear();
    std::uint64_t blocks = 0;
    runner.run(
        [&](PuzzleBlock& block) {
          block = {};
          block.first_index = 10 * blocks;
          block.puzzles = BoardList(shape);
          block.puzzles.resize(1);
          block.lines = {1};
          return blocks++ < 2;
        },
        [](BlockSample&&) {});
    CHECK(shapes == std::vector<Shape>(3, shape));  // the second block is prepared with the first
  }
}

TEST_CASE("source and sink are never called by two threads at once", "[runner]") {
  std::atomic<int> inside{0};
  std::atomic<int> most{0};
  const auto enter = [&](std::atomic<int>& count) {
    most = std::max(most.load(), ++count);
    std::this_thread::yield();
    --count;
  };
  std::atomic<int> inside_sink{0};
  const RunPlan plan = plan_of({fake_solver("a", [](const auto&...) {})}, 4);
  FakeStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
  BlockSource source(std::vector<std::size_t>(300, 1));
  runner.run(
      [&](PuzzleBlock& block) {
        enter(inside);
        return source(block);
      },
      [&](BlockSample&&) { enter(inside_sink); });
  CHECK(most == 1);
}

TEST_CASE("only the calls are timed", "[runner]") {
  CallLog log;
  RunPlan plan = plan_of({log.solver("a", 100, 90), log.solver("b", 7, 5)});
  // The time between the calls is long.
  plan.on_solver_start = [](std::size_t) { FakeStopwatch::advance(1'000'000, 1'000'000); };
  FakeStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
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

namespace {

/// Returns an engine that calls `disturb` before each puzzle, with the number of earlier calls.
Solver disturbed(const std::string& id, std::function<void(int)> disturb,
                 std::shared_ptr<int> calls = std::make_shared<int>(0)) {
  return fake_solver(id, [=](const Grid&, const SolveLimits&, GridAnswer&) {
    FakeStopwatch::advance(1'000'000, 1'000'000);
    disturb((*calls)++);
  });
}

}  // namespace

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
  const auto lose_time = [](int call) {
    if (call == 2) FakeStopwatch::advance(50'000'000, 0);
  };
  const auto samples =
      run(plan_of({disturbed("a", lose_time), disturbed("b", [](int) {})}), {4, 4});
  REQUIRE(samples.size() == 2);
  CHECK(samples[0].repeats == 1);
  CHECK(samples[0].engines[0].wall_ns == 4'000'000);
  CHECK_FALSE(samples[0].engines[0].is_interfered);
  CHECK(samples[1].repeats == 0);
}

TEST_CASE("involuntary switches and the system interfere, too", "[runner]") {
  const auto leave = [](int call) {
    if (call < 4) FakeStopwatch::switch_away(9);
  };
  CHECK(run(plan_of({disturbed("a", leave)}), {4})[0].repeats == 1);
  const auto steal = [](int call) {
    if (call < 4) FakeStopwatch::counters().stolen_ns += 1'000'000;
  };
  CHECK(run(plan_of({disturbed("a", steal)}), {4})[0].repeats == 1);
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
  const RunPlan plan = plan_of({fake_solver("a", [](const Grid&, const SolveLimits&, GridAnswer&) {
    FakeStopwatch::advance(100, 100);
  })});
  SlowStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
  runner.run(BlockSource({5}), [](BlockSample&& sample) {
    CHECK(sample.engines[0].puzzle_ns == std::vector<std::int64_t>(5, 100));
    CHECK(sample.engines[0].wall_ns == 500);
  });
}

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

TEST_CASE("a time limit is a deadline to the engine", "[runner]") {
  std::vector<std::chrono::steady_clock::time_point> deadlines;
  RunPlan plan =
      plan_of({fake_solver("a", [&deadlines](const Grid&, const SolveLimits& limits, GridAnswer&) {
        deadlines.push_back(limits.deadline);
      })});
  run(plan, {1});
  plan.time_limit = 1h;
  const auto before = std::chrono::steady_clock::now();
  run(plan, {1});
  const auto after = std::chrono::steady_clock::now();
  REQUIRE(deadlines.size() == 2);
  CHECK(deadlines[0] == std::chrono::steady_clock::time_point::max());
  CHECK(deadlines[1] >= before + 1h);
  CHECK(deadlines[1] <= after + 1h);
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
  FakeStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
  for (int pass = 0; pass < 2; ++pass) {
    std::size_t count = 0;
    runner.run(BlockSource({4}),
               [&](BlockSample&& sample) { count += started(sample.engines[0]); });
    CHECK(count == 2);
  }
}

TEST_CASE("an answer after the time limit of a puzzle does not count", "[runner]") {
  const auto outcomes = [](std::int64_t took_ns, std::chrono::nanoseconds max_time,
                           Outcome outcome) {
    RunPlan plan =
        plan_of({fake_solver("a", [&](const Grid&, const SolveLimits&, GridAnswer& result) {
          FakeStopwatch::advance(took_ns, took_ns);
          result.outcome = outcome;
        })});
    plan.limits.max_time = max_time;
    return run(plan, {1})[0].engines[0].results[0].outcome;
  };
  CHECK(outcomes(100, 100ns, Outcome::exhausted) == Outcome::exhausted);
  CHECK(outcomes(101, 100ns, Outcome::exhausted) == Outcome::timeout);
  CHECK(outcomes(101, 100ns, Outcome::solution_limit) == Outcome::timeout);
  CHECK(outcomes(101, 100ns, Outcome::gave_up) == Outcome::gave_up);
  CHECK(outcomes(101, 0ns, Outcome::exhausted) == Outcome::exhausted);
}

TEST_CASE("a puzzle in a block of one has the time of the block", "[runner]") {
  class SlowEngine final : public Engine {
   public:
    void solve(const Boards&, const SolveLimits&, const Answers& answers, SolutionSink*) override {
      FakeStopwatch::advance(101, 101);
      for (SolveResult& result : answers.results) result.outcome = Outcome::exhausted;
    }
  };
  RunPlan plan = plan_of({{"blocks", [] { return std::make_unique<SlowEngine>(); }, true, 1}});
  plan.limits.max_time = 100ns;
  const auto samples = run(plan, {1, 2});
  CHECK(samples[0].engines[0].results[0].outcome == Outcome::timeout);
  CHECK(samples[1].engines[0].results[0].outcome == Outcome::exhausted);
  CHECK(samples[1].engines[0].results[1].outcome == Outcome::exhausted);
}

TEST_CASE("the limits reach the engine", "[runner]") {
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
  FakeStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
  PuzzleBlock block;
  BlockSource({1})(block);
  runner.warm_up(block, {0ns, 5});
  CHECK(log.calls().empty());
}

TEST_CASE("exceptions of source and sink reach the caller", "[runner]") {
  struct Thrown : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  for (const unsigned threads : {1U, 2U, 4U}) {
    const RunPlan plan = plan_of({fake_solver("a", [](const auto&...) {})}, threads);
    FakeStopwatch stopwatch;
    AnswerChecker checker(plan.solvers, plan.limits);
    Runner runner(plan, stopwatch, checker);
    BlockSource source({1, 1, 1, 1, 1, 1});
    int read = 0;
    std::size_t written = 0;
    const auto failing_source = [&](PuzzleBlock& block) {
      if (++read == 4) throw Thrown("source");
      return source(block);
    };
    CHECK(message_of<Thrown>(
              [&] { runner.run(failing_source, [&](BlockSample&&) { ++written; }); }) == "source");
    CHECK(written == 3);
    CHECK(message_of<Thrown>([&] {
            runner.run(BlockSource({1, 1, 1}), [](BlockSample&&) { throw Thrown("sink"); });
          }) == "sink");
    // The runner can be used again.
    std::size_t blocks = 0;
    runner.run(BlockSource({1, 1}), [&](BlockSample&&) { ++blocks; });
    CHECK(blocks == 2);
  }
}

TEST_CASE("wrong answers are faults of their block", "[runner]") {
  const auto claim_solution = [](const Grid& puzzle, const SolveLimits&, GridAnswer& result) {
    if (puzzle == numbered_puzzle(3)) result.solutions = 1;
  };
  const auto samples =
      run(plan_of({fake_solver("good", [](const auto&...) {}), fake_solver("bad", claim_solution)}),
          {2, 2, 2});
  CHECK(samples[0].faults.empty());
  REQUIRE(samples[1].faults.size() == 1);
  CHECK(samples[1].faults[0].engine == 1);
  CHECK(samples[1].faults[0].puzzle == 1);
  CHECK(samples[1].faults[0].kind == FaultKind::wrong);
  CHECK(samples[1].faults[0].what.starts_with("bad: its solution has empty cells: "));
  CHECK(samples[2].faults.empty());
}

TEST_CASE("a run detects a counting engine that looks for no second solution", "[runner]") {
  const Grid unique =
      grid_of("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
  Solver liar = fake_solver("liar", [](const Grid&, const SolveLimits&, GridAnswer& result) {
    result.solutions = 1;
    result.has_solution = false;
  });
  liar.lists_solutions = false;
  const RunPlan plan = plan_of({liar});
  FakeStopwatch stopwatch;
  const auto faults = faults_in_run(plan, unique, stopwatch);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].kind == FaultKind::wrong);
  CHECK(faults[0].what.starts_with("liar: found 1 solution for "));
}

TEST_CASE("an engine for blocks is called once per block", "[runner]") {
  // Each call takes 100 ns. The deadline stops the second one after its first puzzle.
  class BlockEngine final : public Engine {
   public:
    explicit BlockEngine(std::vector<std::size_t>& sizes) : sizes_(sizes) {}
    void solve(const Boards& puzzles, const SolveLimits&, const Answers& answers,
               SolutionSink*) override {
      FakeStopwatch::advance(100, 90);
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        const bool is_begun = sizes_.empty() || i == 0;
        answers.results[i].outcome = is_begun ? Outcome::exhausted : Outcome::stopped;
        answers.results[i].guesses = puzzles[i][0];
      }
      sizes_.push_back(puzzles.size());
    }

   private:
    std::vector<std::size_t>& sizes_;
  };
  std::vector<std::size_t> sizes;
  RunPlan plan =
      plan_of({{"blocks", [&sizes] { return std::make_unique<BlockEngine>(sizes); }, true, 1}});
  plan.time_limit = 150ns;
  const auto samples = run(plan, {3, 2, 4});
  CHECK(sizes == std::vector<std::size_t>{3, 2});
  REQUIRE(samples.size() == 3);
  CHECK(samples[0].engines[0].wall_ns == 100);
  CHECK(samples[0].engines[0].cpu_ns == 90);
  CHECK(samples[0].engines[0].puzzle_ns == std::vector<std::int64_t>(3, EngineSample::kNotTimed));
  CHECK(samples[0].engines[0].results[2].guesses == 2);
  CHECK(samples[1].engines[0].puzzle_ns ==
        std::vector<std::int64_t>{EngineSample::kNotTimed, EngineSample::kNotStarted});
  CHECK(started(samples[2].engines[0]) == 0);
  CHECK(samples[2].engines[0].wall_ns == 0);

  sizes.clear();
  FakeStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
  PuzzleBlock block;
  BlockSource({3})(block);
  runner.warm_up(block, {0ns, 5});
  CHECK(sizes == std::vector<std::size_t>{3, 3});
}

TEST_CASE("the memory of an engine includes its construction", "[runner]") {
  class Hoarder final : public Engine {
   public:
    void solve(const Boards& puzzles, const SolveLimits&, const Answers& answers,
               SolutionSink*) override {
      for (SolveResult& result : answers.results) result = {};
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        hoard_.push_back(std::make_unique<char[]>(100'000));
      }
    }

   private:
    std::unique_ptr<char[]> large_ = std::make_unique<char[]>(1'000'000);
    std::vector<std::unique_ptr<char[]>> hoard_;
  };
  if (!MemoryMeter().peak_bytes()) {
    WARN("skipped: memory cannot be counted here");
    return;
  }
  Solver solver{"hoarder", [] { return std::make_unique<Hoarder>(); }, false, 1};
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
  RunPlan plan = plan_of(
      {fake_solver("a", [&](const Grid&, const SolveLimits&, GridAnswer&) { advance(70, 100); }),
       fake_solver("b", [&](const Grid&, const SolveLimits&, GridAnswer&) { advance(40, 25); })});
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
  RunPlan plan = plan_of({fake_solver("a", [](const Grid&, const SolveLimits&, GridAnswer&) {
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

TEST_CASE("a warm-up by number solves this number of puzzles with every engine", "[runner]") {
  CallLog log;
  const RunPlan plan = plan_of({log.solver("a"), log.solver("b")});
  FakeStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
  PuzzleBlock block;
  BlockSource({3})(block);
  runner.warm_up(block, {0ns, 5});
  REQUIRE(log.calls().size() == 10);
  CHECK(log.calls()[4].engine == "a");
  CHECK(log.calls()[4].puzzle == log.calls()[1].puzzle);  // from the start again
  CHECK(log.calls()[5].engine == "b");
}

TEST_CASE("a warm-up by time ends when it is over", "[runner]") {
  CallLog log;
  const RunPlan plan = plan_of({log.solver("a", 30), log.solver("b", 50)});
  FakeStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
  PuzzleBlock block;
  BlockSource({1})(block);
  const auto puzzle_ns = runner.warm_up(block, {100ns, 0});
  CHECK(log.engines() == std::vector<std::string>{"a", "a", "a", "a", "b", "b"});
  CHECK(puzzle_ns == std::vector<double>{30, 50});
  CHECK(runner.warm_up(block, {0ns, 0}) == std::vector<double>{0, 0});
}

TEST_CASE("no warm-up calls no engine", "[runner]") {
  CallLog log;
  const RunPlan plan = plan_of({log.solver("a")});
  FakeStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
  PuzzleBlock block;
  runner.warm_up(block, {0ns, 5});
  BlockSource({1})(block);
  runner.warm_up(block, {0ns, 0});
  CHECK(log.calls().empty());
}

TEST_CASE("a run without puzzles, and one without engines", "[runner]") {
  CallLog log;
  CHECK(run(plan_of({log.solver("a")}), {}).empty());
  const auto samples = run(plan_of({}), {2, 2});
  REQUIRE(samples.size() == 2);
  CHECK(samples[0].engines.empty());
}

TEST_CASE("pinned threads stay on one CPU and are unpinned at the end", "[runner]") {
  const auto allowed = allowed_cpus();
  std::mutex mutex;
  std::vector<std::size_t> widths;
  RunPlan plan = plan_of({fake_solver("a",
                                      [&](const auto&...) {
                                        const std::lock_guard lock(mutex);
                                        widths.push_back(allowed_cpus().size());
                                      })},
                         2);
  plan.pin = true;
  run(plan, std::vector<std::size_t>(20, 1));
  CHECK(widths == std::vector<std::size_t>(20, 1));
  CHECK(allowed_cpus() == allowed);
}

namespace {

/// Returns an engine that solves whole blocks. Each call takes `start_ns`, and `puzzle_ns` for each
/// puzzle. Adds the size of each call to `sizes`.
Solver block_solver(std::int64_t start_ns, std::int64_t puzzle_ns,
                    std::vector<std::size_t>& sizes) {
  class BlockEngine final : public Engine {
   public:
    BlockEngine(std::int64_t start_ns, std::int64_t puzzle_ns, std::vector<std::size_t>& sizes)
        : start_ns_(start_ns), puzzle_ns_(puzzle_ns), sizes_(sizes) {}
    void solve(const Boards& puzzles, const SolveLimits&, const Answers& answers,
               SolutionSink*) override {
      sizes_.push_back(puzzles.size());
      const auto count = static_cast<std::int64_t>(puzzles.size());
      FakeStopwatch::advance(start_ns_ + count * puzzle_ns_, start_ns_ + count * puzzle_ns_);
      for (SolveResult& result : answers.results) result = {};
    }

   private:
    std::int64_t start_ns_;
    std::int64_t puzzle_ns_;
    std::vector<std::size_t>& sizes_;
  };
  return {"blocks",
          [=, &sizes] { return std::make_unique<BlockEngine>(start_ns, puzzle_ns, sizes); }, true,
          1};
}

}  // namespace

TEST_CASE("an engine that solves whole blocks gets a short block several times", "[runner]") {
  std::vector<std::size_t> sizes;
  RunPlan plan = plan_of({block_solver(900, 10, sizes)});
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
  RunPlan plan = plan_of({block_solver(900, 10, sizes), log.solver("single")});
  plan.min_call_time = 1000ns;
  const auto samples = run(plan, {10});
  CHECK(sizes == std::vector<std::size_t>{10});
  CHECK(log.calls().size() == 10);
  for (const EngineSample& engine : samples[0].engines) CHECK(engine.iterations == 1);
}

TEST_CASE("a call has at most 4096 puzzles", "[runner]") {
  std::vector<std::size_t> sizes;
  RunPlan plan = plan_of({block_solver(0, 1, sizes)});
  plan.min_call_time = 1s;
  CHECK(run(plan, {1000})[0].engines[0].iterations == 4);
  CHECK(sizes.back() == 4000);
}

namespace {

/// Returns an engine that the user did not name, so that the slow limit applies to it. It takes
/// `ns` for each puzzle.
Solver unnamed(const std::string& id, std::int64_t ns, CallLog& log) {
  Solver solver = log.solver(id, ns, ns);
  solver.is_named = false;
  return solver;
}

}  // namespace

TEST_CASE("engines that are clearly slow are stopped, unless the user named them", "[runner]") {
  CallLog log;
  Solver named = log.solver("named", 10'000, 10'000);
  RunPlan plan = plan_of({unnamed("slow", 10'000, log), log.solver("fast", 10, 10), named});
  plan.slow_limit = SlowLimit{100, 25'000ns, 25'000ns};
  FakeStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
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

TEST_CASE("a block that is slow for all engines is measured again without the slow limit",
          "[runner]") {
  CallLog log;
  RunPlan plan = plan_of({unnamed("a", 30'000, log), unnamed("b", 20'000, log)});
  plan.slow_limit = SlowLimit{100, 25'000ns, 25'000ns};
  for (const BlockSample& sample : run(plan, {3, 3})) {
    for (const EngineSample& engine : sample.engines) CHECK(started(engine) == 3);
  }
}

TEST_CASE("an engine that fails quickly does not make others slow", "[runner]") {
  CallLog log;
  Solver quitter = fake_solver("quitter", [](const Grid&, const SolveLimits&, GridAnswer& result) {
    FakeStopwatch::advance(1, 1);
    result.outcome = Outcome::gave_up;
  });
  RunPlan plan = plan_of({quitter, unnamed("a", 20'000, log)});
  plan.slow_limit = SlowLimit{100, 25'000ns, 25'000ns};
  for (const BlockSample& sample : run(plan, {3, 3})) CHECK(started(sample.engines[1]) == 3);
}

TEST_CASE("the slow limit grows with the share of the dataset that is done", "[runner]") {
  CallLog log;
  RunPlan plan = plan_of({unnamed("slow", 10'000, log), log.solver("fast", 10, 10)});
  plan.slow_limit = SlowLimit{100, 25'000ns, 65'000ns};
  FakeStopwatch stopwatch;
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
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
