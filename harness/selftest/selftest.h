#pragma once

#include <atomic>

#include "harness/check/answer_checker.h"
#include "harness/measure/runner.h"
#include "harness/measure/stopwatch.h"
#include "harness/stats/confidence_interval.h"

namespace sudoku {

// The parts of the selftest: whether the harness reports no difference between equal solvers, finds
// a known difference, and detects wrong answers.

/// Results of comparing two solvers several times.
struct ComparisonSeries {
  unsigned count = 0;            ///< comparisons
  unsigned significant = 0;      ///< comparisons with a confidence interval that excludes 1
  std::vector<Estimate> ratios;  ///< speed of the second solver relative to the first
  std::uint64_t blocks = 0;
  std::uint64_t interfered = 0;  ///< blocks with interference in all attempts, over both solvers
};

/// Makes blocks of minimal puzzles from a seed.
std::vector<PuzzleBlock> selftest_blocks(std::uint64_t seed, std::size_t blocks,
                                         std::size_t block_size);

/// Returns the puzzles that need the most guesses: one in `share`.
std::vector<Grid> hardest(std::vector<Grid> puzzles, std::size_t share);

/// Returns the puzzles with `more` clues of their solution added.
std::vector<Grid> with_more_clues(std::vector<Grid> puzzles, std::size_t more);

/// Makes blocks of different isomorphs of the puzzles.
std::vector<PuzzleBlock> isomorph_blocks(const std::vector<Grid>& puzzles, std::size_t blocks,
                                         std::size_t block_size);

/// Compares the first two solvers, as bench does, on one thread. Other solvers run but are not
/// compared. The references must outlive this object. Not thread-safe.
class SolverComparison {
 public:
  /// Warms up the solvers. `min_call_time` is as in RunPlan.
  SolverComparison(const std::vector<Solver>& solvers, const std::vector<PuzzleBlock>& blocks,
                   std::chrono::nanoseconds min_call_time, Stopwatch& stopwatch,
                   const std::atomic<bool>& stop);

  /// Solves all blocks once. Returns false if `stop` is set or the ratio is unknown.
  bool repeat();
  /// Solves all blocks until there are `count` results, or until `repeat` returns false.
  const ComparisonSeries& repeat(unsigned count) {
    while (series_.count < count && repeat()) {
    }
    return series_;
  }
  /// Results so far.
  const ComparisonSeries& series() const { return series_; }

 private:
  RunPlan plan_;
  AnswerChecker check_;
  Runner runner_;
  const std::vector<PuzzleBlock>& blocks_;
  ComparisonSeries series_;
};

/// Change of a ratio between two comparisons.
struct RatioChange {
  unsigned count = 0;                ///< trials
  std::optional<Estimate> median{};  ///< second ratio divided by the first one
};

/// Makes both comparisons `count` times, in turn. Stops early once a comparison stops.
RatioChange compare_ratios(SolverComparison& first, SolverComparison& second, unsigned count);

/// Returns a copy of the solver that takes longer by `share`, in a busy loop at the end of every
/// call. Both solvers should get whole blocks, because the delay includes the cost of reading the
/// clock.
Solver slowed_down(const Solver& solver, double share);

/// A solver with an injected fault.
struct InjectedFault {
  std::string what;
  Solver solver;
};

/// Returns copies of `solver` that answer about one puzzle in a hundred wrong, each in another way.
std::vector<InjectedFault> inject_faults(const Solver& solver);

/// Runs the faulty solver beside correct ones. Returns whether the run reports it for every puzzle
/// that it answers wrong, and reports no other solver.
bool is_detected(const InjectedFault& fault, const std::vector<Solver>& correct,
                 const std::vector<PuzzleBlock>& blocks, Stopwatch& stopwatch);

/// Returns the engine with calls that have the same overhead as calls to a plugin. It lists no
/// solutions.
Solver called_as_plugin(const Solver& solver);

/// Returns the solver with another id, called with whole blocks.
Solver with_block_calls(Solver solver, std::string id);

}  // namespace sudoku
