#pragma once

#include <cstddef>
#include <memory>

#include "harness/measure/block_timer.h"
#include "harness/measure/executor.h"
#include "harness/measure/memory_meter.h"
#include "harness/measure/solver.h"

namespace sudoku {

/// Runs an engine on the calling thread. Counts the memory that the engine allocates.
class InProcessExecutor final : public Executor {
 public:
  /// Makes the engine at a random place in memory: where data happen to lie can make an engine a
  /// few percent faster or slower (Mytkowicz et al., Producing Wrong Data Without Doing Anything
  /// Obviously Wrong, 2009; Curtsinger and Berger, STABILIZER, 2013).
  InProcessExecutor(const Solver& solver, const Measuring& measuring);

  /// False if the engine cannot run here. Then no other member may be called.
  bool has_engine() const { return engine_ != nullptr; }

  void prepare(const Boards& puzzles, const SolveLimits& limits) override;
  EngineSample measure(const Boards& puzzles, const SolveLimits& limits,
                       std::chrono::nanoseconds budget) override;
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override;

 private:
  bool takes_blocks_;
  std::uint64_t shared_bytes_;
  BlockTimer timer_;
  Stopwatch& stopwatch_;
  std::unique_ptr<std::byte[]> gap_;  // in memory, before the engine
  MemoryMeter memory_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace sudoku
