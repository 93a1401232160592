#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/measure/runner.h"
#include "harness/measure/sample.h"

namespace sudoku {

/// Times that the solvers of a plan may still use in one repetition. All threads share them.
/// Thread-safe.
///
/// Two limits apply: the time limit of the plan, and the slow limit for solvers that the user did
/// not name. The slow limit compares a solver with the fastest one. While a block is being solved,
/// the time of the fastest solver for it may be unknown. Therefore, a solver that the slow limit
/// cuts is stopped only after all solvers have had the block.
class TimeBudgets {
 public:
  using Nanoseconds = std::chrono::nanoseconds;

  /// The plan must outlive the budgets.
  explicit TimeBudgets(const RunPlan& plan);

  /// Returns the time that a thread may use now: the largest duration if there is no limit, and 0
  /// for a stopped solver. `fraction_before` is PuzzleBlock::fraction_before of the next block.
  Nanoseconds share(std::size_t solver, double fraction_before) const;
  /// Returns the same time without the slow limit.
  Nanoseconds share_without_slow_limit(std::size_t solver) const;

  /// Counts the time of one iteration of a sample. A solver that left a puzzle unsolved no longer
  /// counts as the fastest.
  void add(std::size_t solver, const EngineSample& sample);
  /// Undoes `add`, because the block is measured again.
  void remove(std::size_t solver, const EngineSample& sample);
  /// A solver with a faulty answer no longer counts as the fastest.
  void add_fault(std::size_t solver) { ++solvers_[solver].unreliable; }

  /// Returns whether the slow limit ended the sample. `share` is the time that it could use.
  bool is_cut(std::size_t solver, const EngineSample& sample, Nanoseconds share) const;
  /// Stops a solver that the slow limit cut, if it is clearly slower than the fastest one. Returns
  /// whether it stopped the solver.
  bool try_stop(std::size_t solver);

  bool is_stopped(std::size_t solver) const { return solvers_[solver].is_stopped; }

 private:
  struct SolverTime {
    std::atomic<std::int64_t> spent_ns{0};
    std::atomic<std::int64_t> unreliable{0};  ///< blocks with unsolved puzzles, and faults
    std::atomic<bool> is_stopped{false};
  };

  bool has_slow_limit(std::size_t solver) const;
  std::int64_t spent_ns(std::size_t solver) const;
  /// Returns the time of the fastest solver among those that solved everything correctly so far; 0
  /// if there is no such solver.
  std::int64_t fastest_ns() const;

  const RunPlan& plan_;
  std::vector<SolverTime> solvers_;
};

/// Estimates the longest time in seconds of one repetition over `puzzles` puzzles. `puzzle_ns` is
/// the time per puzzle of each solver in nanoseconds. The limits of the plan bound the time of a
/// solver.
double longest_seconds(const RunPlan& plan, std::uint64_t puzzles,
                       std::span<const double> puzzle_ns);

}  // namespace sudoku
