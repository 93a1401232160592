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
/// not name. The slow limit compares a solver with the fastest one, as far as that is known. So a
/// solver that it cuts is only stopped after all solvers have solved the block.
class TimeBudgets {
 public:
  using Nanoseconds = std::chrono::nanoseconds;

  /// The plan must outlive the budgets.
  explicit TimeBudgets(const RunPlan& plan);

  /// Returns the time that a thread may use now: the largest duration if there is no limit, and 0
  /// for a stopped solver. `share_before` is that of the block.
  Nanoseconds share(std::size_t solver, double share_before) const;
  /// As `share`, without the slow limit.
  Nanoseconds share_without_slow_limit(std::size_t solver) const;

  /// Counts the time of a sample. A solver that left a puzzle unsolved no longer counts as the
  /// fastest.
  void add(std::size_t solver, const EngineSample& sample);
  /// Takes the time of a sample back, because the block is measured again.
  void remove(std::size_t solver, const EngineSample& sample);
  /// A solver with a faulty answer no longer counts as the fastest.
  void add_fault(std::size_t solver) { ++solvers_[solver].failures; }

  /// Returns whether the slow limit ended the sample, which had this share.
  bool is_cut(std::size_t solver, const EngineSample& sample, Nanoseconds share) const;
  /// Stops a solver that the slow limit cut, if it is clearly slower than the fastest one. Returns
  /// false if it is not.
  bool try_stop(std::size_t solver);

  bool is_stopped(std::size_t solver) const { return solvers_[solver].is_stopped; }

 private:
  struct SolverTime {
    std::atomic<std::int64_t> spent_ns{0};
    std::atomic<std::int64_t> failures{0};  ///< blocks with unsolved puzzles, and faults
    std::atomic<bool> is_stopped{false};
  };

  bool has_slow_limit(std::size_t solver) const;
  std::int64_t spent_ns(std::size_t solver) const;
  /// Returns the least time that a solver has spent that solved everything correctly so far. 0 if
  /// there is none.
  std::int64_t fastest_ns() const;

  const RunPlan& plan_;
  std::vector<SolverTime> solvers_;
};

}  // namespace sudoku
