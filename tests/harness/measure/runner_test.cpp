#include "harness/measure/runner.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness/base/cpus.h"
#include "tests/catch.h"
#include "tests/harness/measure/runner_testing.h"

namespace sudoku {

using namespace std::chrono_literals;

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
  CallLog log;
  for (const BlockSample& sample :
       run(plan_of({log.solver("a", 1), log.solver("b", 2)}), {1, 1, 1})) {
    CHECK(sample.engines[0].wall_ns == 1);
    CHECK(sample.engines[1].wall_ns == 2);
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
    return std::make_unique<FakeEngine>([&calls, number](const auto&...) {
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
  TestRunner runner(plan);
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
  TestRunner runner(plan);
  for (int pass = 0; pass < 3; ++pass) runner.run(BlockSource({2}), [](BlockSample&&) {});
  CHECK(log.calls().size() == 6);
}

TEST_CASE("engines are prepared with boards of the next shape", "[runner]") {
  std::vector<Shape> shapes;
  Solver solver = block_solver(
      [&shapes](const Boards& puzzles, const Answers&) { shapes.push_back(puzzles.shape); });
  solver.takes_blocks = false;
  solver.lists_solutions = false;
  RunPlan plan = plan_of({solver});
  plan.preparation = 4;
  TestRunner runner(plan);
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
  TestRunner runner(plan);
  BlockSource source(std::vector<std::size_t>(300, 1));
  runner.run(
      [&](PuzzleBlock& block) {
        enter(inside);
        return source(block);
      },
      [&](BlockSample&&) { enter(inside_sink); });
  CHECK(most == 1);
}

TEST_CASE("exceptions of source and sink reach the caller", "[runner]") {
  struct Thrown : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  for (const unsigned threads : {1U, 2U, 4U}) {
    const RunPlan plan = plan_of({fake_solver("a", [](const auto&...) {})}, threads);
    TestRunner runner(plan);
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
  std::vector<std::size_t> sizes;
  RunPlan plan = plan_of({block_solver([&sizes](const Boards& puzzles, const Answers& answers) {
    FakeStopwatch::advance(100, 90);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const bool is_begun = sizes.empty() || i == 0;
      answers.results[i].outcome = is_begun ? Outcome::exhausted : Outcome::stopped;
      answers.results[i].guesses = puzzles[i][0];
    }
    sizes.push_back(puzzles.size());
  })});
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
  TestRunner runner(plan);
  runner.warm_up(block_of(3), {0ns, 5});
  CHECK(sizes == std::vector<std::size_t>{3, 3});
}

TEST_CASE("a warm-up by number solves this number of puzzles with every engine", "[runner]") {
  CallLog log;
  const RunPlan plan = plan_of({log.solver("a"), log.solver("b")});
  TestRunner runner(plan);
  runner.warm_up({}, {0ns, 5});
  runner.warm_up(block_of(3), {0ns, 0});
  CHECK(log.calls().empty());
  runner.warm_up(block_of(3), {0ns, 5});
  REQUIRE(log.calls().size() == 10);
  CHECK(log.calls()[4].engine == "a");
  CHECK(log.calls()[4].puzzle == log.calls()[1].puzzle);  // from the start again
  CHECK(log.calls()[5].engine == "b");
}

TEST_CASE("a warm-up by time ends when it is over", "[runner]") {
  CallLog log;
  const RunPlan plan = plan_of({log.solver("a", 30), log.solver("b", 50)});
  TestRunner runner(plan);
  const auto puzzle_ns = runner.warm_up(block_of(1), {100ns, 0});
  CHECK(log.engines() == std::vector<std::string>{"a", "a", "a", "a", "b", "b"});
  CHECK(puzzle_ns == std::vector<double>{30, 50});
  CHECK(runner.warm_up(block_of(1), {0ns, 0}) == std::vector<double>{0, 0});
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

}  // namespace sudoku
