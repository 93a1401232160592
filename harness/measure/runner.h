#pragma once

#include "harness/measure/executor.h"
#include "harness/measure/sample.h"
#include "harness/measure/solver.h"
#include "harness/measure/stopwatch.h"

namespace sudoku {

struct RunPlan {
  std::vector<Solver> solvers;
  SolveLimits limits;                      ///< the runner sets the deadline
  std::chrono::nanoseconds time_limit{0};  ///< per engine, repetition and thread; 0: no limit
  unsigned threads = 1;
  bool pin = false;            ///< pin each thread to a CPU
  bool counts_events = false;  ///< the stopwatch must have counters
  /// Maximum number of puzzles of earlier blocks that prepare an engine just before each block.
  std::size_t preparation = 512;
  /// Minimum time of a call of an engine that solves whole blocks. The call gets a shorter block
  /// several times (see Iterations). 0: once.
  std::chrono::nanoseconds min_call_time{0};
  /// See Measuring.
  std::chrono::nanoseconds preparation_time = Measuring::kPreparationTime;
  /// Called on any thread when the solver with that index starts a block.
  std::function<void(std::size_t solver)> on_solver_start = [](std::size_t) {};
};

/// Length of the warm-up before a run: ends when either limit is reached.
struct Warmup {
  std::chrono::nanoseconds time{0};
  std::uint64_t puzzles = 0;
};

/// Checks the answers to the blocks of a run. The runner calls it on the thread that solved the
/// block, outside of the timed calls. Thread-safe.
class BlockCheck {
 public:
  virtual ~BlockCheck() = default;
  /// Returns the faults in the answers of all engines to one block.
  virtual std::vector<Fault> check(const PuzzleBlock& block,
                                   std::span<const EngineSample> engines) = 0;
  /// Asks the engines further questions about a block and adds the faults that it finds.
  /// `executors` has one entry per engine; they belong to the calling thread.
  virtual void probe(std::span<Executor* const> executors, BlockSample& sample) = 0;
};

/// Solves blocks of puzzles with all engines of a plan, on several threads. It decides order,
/// placement, time budgets and repetition; executors measure, and a BlockCheck checks.
///
/// One thread solves a block with all engines, one after the other. The order is reversed in the
/// next block and rotates after that, so that a slowdown of the machine affects all engines alike.
/// Just before a block, each engine solves some puzzles of earlier blocks. All engines then find
/// caches, branch predictors and clock frequency in the same state. A block with interference is
/// measured again, a bounded number of times. If the interference persists, the block is marked.
class Runner {
 public:
  /// All three must outlive the runner.
  Runner(const RunPlan& plan, Stopwatch& stopwatch, BlockCheck& check);
  ~Runner();

  /// Costs of reading the clocks, which are subtracted from the times.
  ClockCosts clock_costs() const;

  /// Solves the block repeatedly with every engine, on one of the threads, and keeps nothing.
  void warm_up(const PuzzleBlock& block, Warmup warmup);

  /// Runs one repetition. Takes blocks from `source` until it returns false or the stop flag of the
  /// limits is set. Passes the samples to `sink`. Both are called one at a time and in the order of
  /// the blocks, from any thread. An exception of `sink` ends the run and is rethrown
  /// here. An exception of `source` is rethrown after `sink` has received all earlier blocks.
  void run(const std::function<bool(PuzzleBlock&)>& source,
           const std::function<void(BlockSample&&)>& sink);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sudoku
