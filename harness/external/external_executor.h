#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/measure/executor.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Result of asking an external engine a nearly solved puzzle of some shape before a run.
struct Probe {
  std::string objection = {};   ///< why it cannot take part at all; empty if it can
  std::string refusal = {};     ///< why it does not support the shape; empty if it does
  bool is_unavailable = false;  ///< the refusal says that it cannot run on this computer
  bool is_given_text = false;   ///< it reads boards of 9x9 as text
  bool lists_solutions = true;  ///< it returns solutions, not only their number
};

/// Runs an engine in another process. A puzzle on which the engine breaks down is `failed`, and a
/// new process takes the next one. Supports no sinks; engines that are not of this program support
/// no guess limits. Times, counters and memory in its samples are those of the engine: the way
/// between the processes is not included.
class ExternalExecutor : public Executor {
 public:
  explicit ExternalExecutor(bool counts_events) : counts_events_(counts_events) {}

  /// Starts the process, if none is running, and asks it a probe puzzle of that shape.
  virtual Probe probe(const Shape& shape) = 0;

  /// Keeps the puzzles; the process solves them at the start of `measure`.
  void prepare(const Boards& puzzles, const SolveLimits& limits) override;
  EngineSample measure(const Boards& puzzles, const SolveLimits& limits,
                       std::chrono::nanoseconds budget) override;
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override;
  std::span<const Failure> failures() const override { return failures_; }

 protected:
  /// Solves the puzzles, of which none is begun in `sample()`, and fills the sample in.
  virtual void fill_sample(const Boards& puzzles, const SolveLimits& limits) = 0;

  EngineSample& sample() { return sample_; }
  const BoardList& preparation() const { return preparation_; }
  void forget_preparation() { preparation_.clear(); }
  bool counts_events() const { return counts_events_; }

  void add_time(std::size_t puzzle, std::int64_t ns) {
    sample_.puzzle_ns[puzzle] = ns;
    sample_.wall_ns += ns;
  }
  /// Marks a puzzle as one on which the engine broke down.
  void fail(std::size_t puzzle, std::string what);

 private:
  bool counts_events_;
  BoardList preparation_;
  EngineSample sample_;  // of the current call
  std::vector<Failure> failures_;
};

/// Returns how a search ended that found that many solutions and says nothing else.
inline Outcome outcome_of(SolutionCount solutions, std::uint64_t max_solutions) {
  const bool is_limited = max_solutions != 0 && solutions >= max_solutions;
  return is_limited ? Outcome::solution_limit : Outcome::exhausted;
}

}  // namespace sudoku
