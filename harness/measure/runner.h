#pragma once

#include "harness/measure/executor.h"
#include "harness/measure/sample.h"
#include "harness/measure/solver.h"
#include "harness/measure/stopwatch.h"

namespace sudoku {

/// When to stop engines that the user did not name and that are clearly slow.
struct SlowLimit {
  /// An engine is stopped if it took this many times as long as the fastest one.
  std::int64_t factor = 100;
  /// Time per repetition and thread that every engine may use at the beginning of a dataset, and at
  /// its end. In between, the time grows with the share of the dataset that is done. So an engine
  /// that needs less than `at_end` for the whole dataset is not stopped.
  std::chrono::nanoseconds at_begin{std::chrono::milliseconds(500)};
  std::chrono::nanoseconds at_end{std::chrono::seconds(5)};
};

struct RunPlan {
  /// Usual value of `min_call_time`.
  static constexpr std::chrono::nanoseconds kMinCallTime = std::chrono::microseconds(200);

  std::vector<Solver> solvers;
  SolveLimits limits;                      ///< the runner sets the deadline
  std::chrono::nanoseconds time_limit{0};  ///< per engine, repetition and thread; 0: no limit
  std::optional<SlowLimit> slow_limit{};   ///< nullopt: no limit
  unsigned threads = 1;
  bool pin = false;            ///< pin each thread to a CPU
  bool counts_events = false;  ///< the stopwatch must have counters
  /// Maximum number of puzzles of earlier blocks that prepare an engine just before each block.
  std::size_t preparation = 512;
  /// Minimum time of a call of an engine that solves whole blocks. If a block takes less time, the
  /// call gets it several times (see Iterations). 0: every call gets the block once.
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

/// The first blocks of a repetition, which were solved before an interruption.
struct EarlierBlocks {
  std::size_t count = 0;
  /// One sample per engine, with the sum of its wall times. A sample has no results if the engine
  /// solved every puzzle. Otherwise it has one result, a timeout.
  std::vector<EngineSample> sums{};
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
/// Just before a block, each engine solves some puzzles of earlier blocks. Before the first
/// block, it solves some puzzles of the warm-up. All engines then find caches, branch predictors
/// and clock frequency in the same state. A block with interference is measured again, a bounded
/// number of times. If the interference persists, the block is marked.
class Runner {
 public:
  /// All three must outlive the runner.
  Runner(const RunPlan& plan, Stopwatch& stopwatch, BlockCheck& check);
  ~Runner();

  /// Costs of reading the clocks, which are subtracted from the times.
  ClockCosts clock_costs() const;

  /// Solves isomorphs of the puzzles of a block repeatedly with every engine, on one of the
  /// threads. Returns the time per solved puzzle of each engine in nanoseconds. If no puzzle was
  /// solved, this is the whole time of the warm-up. Without a warm-up, it is 0.
  std::vector<double> warm_up(const PuzzleBlock& block, Warmup warmup);

  /// Runs one repetition, or the rest of it after some earlier blocks. Takes blocks from `source`
  /// until it returns false or the stop flag of the limits is set. Passes the samples to `sink`.
  /// Both are called one at a time and in the order of the blocks, from any thread. An exception of
  /// `sink` ends the run and is rethrown here. An exception of `source` is rethrown after `sink`
  /// has received all earlier blocks.
  void run(const std::function<bool(PuzzleBlock&)>& source,
           const std::function<void(BlockSample&&)>& sink, const EarlierBlocks& earlier = {});

  /// Returns the indices of the solvers that the slow limit stopped in the last repetition.
  std::vector<std::size_t> stopped_solvers() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sudoku
