#pragma once

#include <mutex>

#include "harness/check/answer_checker.h"
#include "tests/harness/harness_testing.h"

// Helpers for the tests of the runner.

namespace sudoku {

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
  };

  /// Returns an engine that finds no solution and takes this time.
  Solver solver(const std::string& id, std::int64_t wall_ns = 10, std::int64_t cpu_ns = 9) {
    return fake_solver(id, [=, this](const Grid& puzzle, const SolveLimits&, GridAnswer&) {
      FakeStopwatch::advance(wall_ns, cpu_ns);
      const std::lock_guard lock(mutex_);
      calls_.push_back({id, puzzle});
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

/// Returns the first block of a BlockSource.
inline PuzzleBlock block_of(std::size_t puzzles) {
  PuzzleBlock block;
  BlockSource({puzzles})(block);
  return block;
}

/// Returns an engine that solves whole blocks. `solve` gets answers without solutions.
inline Solver block_solver(const std::function<void(const Boards&, const Answers&)>& solve) {
  const auto engine = [solve](const Boards& puzzles, const SolveLimits&, const Answers& answers,
                              SolutionSink*) {
    for (SolveResult& result : answers.results) result = {};
    solve(puzzles, answers);
  };
  return {"blocks", [engine] { return std::make_unique<FunctionEngine>(engine); }, true, 1};
}

struct RunnerParts {
  explicit RunnerParts(const RunPlan& plan) : checker(plan.solvers, plan.limits) {}

  FakeStopwatch stopwatch;
  AnswerChecker checker;
};

/// A runner with its own clock, which only the engines advance, and its own checker.
class TestRunner : RunnerParts, public Runner {
 public:
  explicit TestRunner(const RunPlan& plan) : RunnerParts(plan), Runner(plan, stopwatch, checker) {}
};

inline std::vector<BlockSample> run(const RunPlan& plan, std::vector<std::size_t> sizes) {
  std::vector<BlockSample> samples;
  TestRunner(plan).run(BlockSource(std::move(sizes)),
                       [&samples](BlockSample&& sample) { samples.push_back(std::move(sample)); });
  return samples;
}

inline RunPlan plan_of(std::vector<Solver> solvers, unsigned threads = 1) {
  RunPlan plan;
  plan.solvers = std::move(solvers);
  plan.threads = threads;
  plan.preparation = 0;
  plan.preparation_time = {};
  return plan;
}

/// Returns the number of puzzles that the engine began.
inline std::size_t started(const EngineSample& sample) {
  return sample.puzzle_ns.size() -
         static_cast<std::size_t>(std::count(sample.puzzle_ns.begin(), sample.puzzle_ns.end(),
                                             EngineSample::kNotStarted));
}

}  // namespace sudoku
