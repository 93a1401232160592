#include "harness/measure/runner.h"

#include <thread>

#include "harness/base/cpus.h"
#include "tests/catch.h"
#include "tests/harness/measure/runner_testing.h"

namespace sudoku {

using namespace std::chrono_literals;

TEST_CASE("every engine gets every puzzle once, and the blocks keep their order", "[runner]") {
  std::vector<std::size_t> sizes(200);
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = 1 + i % 3;
  for (const unsigned threads : {1U, 2U, 4U}) {
    INFO(threads << " threads");
    CallLog log;
    // The sleep makes early blocks end after late ones. The result does not depend on it.
    const Solver slow_start =
        fake_solver("slow start", [](const Grid& puzzle, const SolveLimits&, GridAnswer& result) {
          if (puzzle[0] < 3) std::this_thread::sleep_for(200us);
          result.guesses = puzzle[0];
        });
    const auto samples = run(plan_of({slow_start, log.solver("a")}, threads), sizes);
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
    std::set<std::string> seen;
    for (const auto& call : log.calls()) seen.insert(format_line(call.puzzle));
    CHECK(seen.size() == next);
    CHECK(log.calls().size() == next);
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
  RunPlan plan = plan_of({block_solver(
      [&shapes](const Boards& puzzles, const Answers&) { shapes.push_back(puzzles.shape); })});
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

TEST_CASE("exceptions of source and sink reach the caller", "[runner]") {
  for (const unsigned threads : {1U, 2U, 4U}) {
    CallLog log;
    const RunPlan plan = plan_of({log.solver("a")}, threads);
    TestRunner runner(plan);
    BlockSource source({1, 1, 1, 1, 1, 1});
    int read = 0;
    std::size_t written = 0;
    const auto failing_source = [&](PuzzleBlock& block) {
      if (++read == 4) throw std::runtime_error("source");
      return source(block);
    };
    const auto failing_sink = [](BlockSample&&) { throw std::runtime_error("sink"); };
    const auto count = [&written](BlockSample&&) { ++written; };
    CHECK_THROWS_WITH(runner.run(failing_source, count), "source");
    CHECK(written == 3);
    CHECK_THROWS_WITH(runner.run(BlockSource({1, 1, 1}), failing_sink), "sink");
    runner.run(BlockSource({1, 1}), count);  // the runner can be used again
    CHECK(written == 5);
  }
}

TEST_CASE("wrong answers are faults of their block", "[runner]") {
  CallLog log;
  const auto claim_solution = [](const Grid& puzzle, const SolveLimits&, GridAnswer& result) {
    if (puzzle == numbered_puzzle(3)) result.solutions = 1;
  };
  const auto samples =
      run(plan_of({log.solver("good"), fake_solver("bad", claim_solution)}), {2, 2, 2});
  CHECK(samples[0].faults.empty());
  REQUIRE(samples[1].faults.size() == 1);
  const Fault& fault = samples[1].faults[0];
  CHECK(fault.engine == 1);
  CHECK(fault.puzzle == 1);
  CHECK(fault.kind == FaultKind::wrong);
  CHECK(fault.what.starts_with("bad: its solution has empty cells: "));
  CHECK(samples[2].faults.empty());
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

TEST_CASE("a warm-up ends after its time or its number of puzzles", "[runner]") {
  CallLog log;
  const RunPlan plan = plan_of({log.solver("a", 30), log.solver("b", 50)});
  TestRunner runner(plan);
  runner.warm_up({}, {0ns, 5});
  CHECK(runner.warm_up(block_of(3), {0ns, 0}) == std::vector<double>{0, 0});
  CHECK(log.calls().empty());
  CHECK(runner.warm_up(block_of(1), {100ns, 0}) == std::vector<double>{30, 50});
  CHECK(log.engines() == std::vector<std::string>{"a", "a", "a", "a", "b", "b"});
  runner.warm_up(block_of(3), {0ns, 5});
  REQUIRE(log.calls().size() == 6 + 2 * 5);
  CHECK(log.calls()[10].engine == "a");
  CHECK(log.calls()[10].puzzle == log.calls()[7].puzzle);  // from the start again
  CHECK(log.calls()[11].engine == "b");
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
  std::atomic<std::size_t> most{0};
  const auto look = [&most](const auto&...) {
    if (const std::size_t width = allowed_cpus().size(); width > 1) most = width;
  };
  RunPlan plan = plan_of({fake_solver("a", look)}, 2);
  plan.pin = true;
  run(plan, std::vector<std::size_t>(20, 1));
  CHECK(most == 0);
  CHECK(allowed_cpus() == allowed);
}

}  // namespace sudoku
