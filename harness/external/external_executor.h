#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/external/engine_crash.h"
#include "harness/measure/executor.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// A solved board of that shape.
OwnedBoard probe_solution(const Shape& shape);
/// The same board with an empty first cell. Every external engine must solve it before a run.
OwnedBoard probe_puzzle(const Shape& shape);

/// Result of the probe of an external engine with boards of one shape.
struct Probe {
  std::string error = {};               ///< why the engine cannot take part; empty if it can
  std::string unsupported_reason = {};  ///< why it does not support the shape; empty if it does
  bool is_unavailable = false;          ///< it cannot run on this computer, and supports no shape
  bool reads_text = false;              ///< it reads 9x9 boards as text
  bool lists_solutions = true;          ///< it returns solutions, not only their number
};

/// Runs an engine in a sub-process. If the engine fails on a puzzle, the puzzle is `failed` and a
/// new process continues with the next one. Ignores sinks. Plugins and commands ignore guess
/// limits. Samples contain times, counters and memory of the engine only, without the
/// communication between the processes.
class ExternalExecutor : public Executor {
 public:
  explicit ExternalExecutor(bool counts_events) : counts_events_(counts_events) {}

  /// Starts the process, if none runs, and gives it a probe puzzle.
  virtual Probe probe(const Shape& shape) = 0;

  /// Keeps the puzzles; the process solves them at the start of `measure`.
  void prepare(const Boards& puzzles, const SolveLimits& limits) override;
  /// Ignores `budget`: the deadline of `limits` also holds in other processes.
  EngineSample measure(const Boards& puzzles, const SolveLimits& limits,
                       std::chrono::nanoseconds budget) override;
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override;
  std::span<const Failure> failures() const override { return failures_; }

 protected:
  /// Solves the puzzles and writes the measurements to `sample_`, which is blank before.
  virtual void fill_sample(const Boards& puzzles, const SolveLimits& limits) = 0;

  void add_time(std::size_t puzzle, std::int64_t ns) {
    sample_.puzzle_ns[puzzle] = ns;
    sample_.wall_ns += ns;
  }

  const bool counts_events_;
  BoardList preparation_;
  EngineSample sample_;  // of the current call

 private:
  std::vector<Failure> failures_;
};

/// Returns the outcome of a search that only reports its number of solutions.
inline Outcome outcome_of(SolutionCount solutions, std::uint64_t max_solutions) {
  const bool is_limited = max_solutions != 0 && solutions >= max_solutions;
  return is_limited ? Outcome::solution_limit : Outcome::exhausted;
}

}  // namespace sudoku
