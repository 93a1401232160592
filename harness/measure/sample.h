#pragma once

#include <algorithm>

#include "engines/engine.h"
#include "harness/measure/event_counters.h"
#include "harness/puzzle/puzzle_block.h"

namespace sudoku {

/// Tolerated loss of CPU time to interrupts and errors of the clocks.
inline constexpr std::int64_t kToleratedLossNs = 20'000;
/// Divisor: 1/20 of the wall time may be lost in addition.
inline constexpr std::int64_t kToleratedShare = 20;

/// Returns by how much wall time and CPU time may differ without effect.
constexpr std::int64_t tolerated_loss_ns(std::int64_t wall_ns) {
  return kToleratedLossNs + wall_ns / kToleratedShare;
}

/// A puzzle on which the sub-process of an engine crashed or gave an invalid answer, or with
/// contradictory answers in several iterations.
struct Failure {
  std::size_t puzzle;  ///< index in the block
  std::string what;
};

/// What used the CPUs while engines were timed, summed over blocks with interference.
struct Disturbance {
  std::int64_t wall_ns = 0;        ///< of calls with known CPU time
  std::int64_t cpu_ns = 0;         ///< of the same calls; others used the rest
  std::int64_t processors_ns = 0;  ///< wall time times CPUs, while all engines solved the block
  std::int64_t stolen_ns = 0;      ///< part of it that the hypervisor took
  std::int64_t throttled_ns = 0;   ///< time that a CPU quota held back

  Disturbance& operator+=(const Disturbance& other) {
    wall_ns += other.wall_ns;
    cpu_ns += other.cpu_ns;
    processors_ns += other.processors_ns;
    stolen_ns += other.stolen_ns;
    throttled_ns += other.throttled_ns;
    return *this;
  }
  Disturbance& operator/=(std::int64_t divisor) {
    for (auto* part : {&wall_ns, &cpu_ns, &processors_ns, &stolen_ns, &throttled_ns}) {
      *part /= divisor;
    }
    return *this;
  }
};

/// Measurements of the calls into an engine for one block: sums over all calls.
struct CallTimes {
  std::int64_t wall_ns = 0;
  std::int64_t cpu_ns = 0;    ///< 0 if unknown
  std::int64_t switches = 0;  ///< involuntary context switches
  EventCounts events{};

  CallTimes& operator+=(const CallTimes& other) {
    wall_ns += other.wall_ns;
    cpu_ns += other.cpu_ns;
    switches += other.switches;
    events += other.events;
    return *this;
  }
};

/// Answers and measurements of one engine for one block. Results, solutions and `puzzle_ns` have
/// one entry per puzzle. The times and counters of the calls are sums over all iterations.
struct EngineSample : CallTimes {
  /// `puzzle_ns` of a puzzle that was not started because of a limit or an interrupt; its outcome
  /// is `stopped`.
  static constexpr std::int64_t kNotStarted = -1;
  /// `puzzle_ns` of a puzzle that was solved in one call with others.
  static constexpr std::int64_t kNotTimed = -2;

  std::vector<SolveResult> results;
  BoardList solutions;                  ///< first solutions; unspecified if there is none
  std::vector<std::int64_t> puzzle_ns;  ///< wall time of the call
  std::uint64_t iterations = 1;         ///< number of times that the call solved each puzzle
  std::int64_t reference_ns = 0;        ///< reference_work_ns just before the calls
  /// Systematic error of `time_ns` for an engine that does not run in this program.
  std::int64_t error_ns = 0;
  /// Maximum memory of the engine since it was made, in bytes.
  std::optional<std::uint64_t> peak_bytes{};
  /// Energy of the CPU packages in microjoules. Nullopt if unknown, or with several threads.
  std::optional<std::uint64_t> package_uj{};
  bool is_interfered = false;       ///< something else used the CPU
  Disturbance disturbance{};        ///< set if `is_interfered`
  std::vector<Failure> failures{};  ///< one for each `failed` result, and contradictory answers

  /// Returns the time that ratios and rates use: the wall time. It is the CPU time if helper
  /// threads or processes used more, or if other programs took the CPU away. The wall clock is more
  /// exact, so small differences do not count.
  std::int64_t time_ns() const {
    if (cpu_ns > wall_ns + tolerated_loss_ns(wall_ns)) return cpu_ns;
    // `is_interfered` also says whether the lost share of the time is large.
    const bool has_lost_cpu = is_interfered && cpu_ns > 0 && wall_ns - cpu_ns > kToleratedLossNs;
    return has_lost_cpu ? cpu_ns : wall_ns;
  }

  Answers answers() { return {results, solutions.cells()}; }
  /// Returns the wall time of a puzzle, or the mean of the block if it has no time of its own.
  std::int64_t time_of(std::size_t puzzle) const {
    const std::int64_t mean_ns = wall_ns / static_cast<std::int64_t>(iterations * results.size());
    return puzzle_ns[puzzle] >= 0 ? puzzle_ns[puzzle] : mean_ns;
  }
};

inline bool is_all_solved(const EngineSample& sample) {
  return std::ranges::all_of(sample.results, is_solved);
}

/// Whether a limit of the whole call or an interrupt stopped the engine.
inline bool has_stopped(const EngineSample& sample) {
  return std::ranges::find(sample.results, Outcome::stopped, &SolveResult::outcome) !=
         sample.results.end();
}

/// Returns a sample in which no puzzle was started.
inline EngineSample blank_sample(const Boards& puzzles) {
  EngineSample sample;
  sample.results.resize(puzzles.size());
  for (SolveResult& result : sample.results) result.outcome = Outcome::stopped;
  sample.solutions = BoardList(puzzles.shape);
  sample.solutions.resize(puzzles.size());
  sample.puzzle_ns.assign(puzzles.size(), EngineSample::kNotStarted);
  return sample;
}

enum class FaultKind : std::uint8_t {
  wrong,         ///< contradicts the rules, the clues, the dataset or other answers, or is missing
  disagreement,  ///< differs from other engines, which may be the wrong ones
};

/// An answer that cannot be right.
struct Fault {
  FaultKind kind;
  std::size_t engine;  ///< index among the engines of the run
  std::size_t puzzle;  ///< index in the block
  std::string what;
  std::string asked{};  ///< the isomorph that the engine got; empty if it got the puzzle itself
};

/// Samples of all engines of a run for one block, and the faults in their answers.
struct BlockSample {
  PuzzleBlock block;
  std::vector<EngineSample> engines;
  std::vector<Fault> faults;
  unsigned repeats = 0;  ///< times that it was measured again because of interference
};

}  // namespace sudoku
