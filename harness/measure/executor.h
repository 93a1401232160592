#pragma once

#include "engines/engine.h"
#include "harness/measure/sample.h"
#include "harness/measure/stopwatch.h"

namespace sudoku {

/// What an executor measures with.
struct Measuring {
  static constexpr std::chrono::nanoseconds kPreparationTime = std::chrono::microseconds(500);

  Stopwatch& stopwatch;
  ClockCosts clock_costs{};
  bool counts_events = false;  ///< the stopwatch must have counters
  /// How long an engine solves other puzzles before each block. Sub-processes use the default.
  std::chrono::nanoseconds preparation_time = kPreparationTime;
};

/// Runs an engine, in this process or in another one. `solve` does not measure; `measure` does. Not
/// thread-safe.
class Executor : public Engine {
 public:
  /// Solves the puzzles and measures the calls into the engine. Starts no puzzle after `budget` is
  /// used up. The largest duration means an unlimited budget. First solves `preparation`, which are
  /// other puzzles of the same kind, without measuring them. Caches, branch predictors and clock
  /// frequency are then in the state of continuous work.
  virtual EngineSample measure(const Boards& puzzles, const Boards& preparation,
                               const SolveLimits& limits, std::chrono::nanoseconds budget) = 0;

  /// Failures of the last call of `solve`; empty for an engine of this process.
  virtual std::span<const Failure> failures() const { return {}; }
};

}  // namespace sudoku
