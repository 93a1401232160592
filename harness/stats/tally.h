#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engines/solution_count.h"
#include "harness/measure/sample.h"
#include "harness/stats/statistics.h"

namespace sudoku {

/// Sums over the puzzles that one engine was given.
struct Totals {
  std::uint64_t puzzles = 0;  ///< handed to the engine
  /// Of these, summed; nothing where results of a part do not tell.
  std::optional<std::uint64_t> clues = 0;
  std::uint64_t solved = 0;    ///< answered
  std::uint64_t timeouts = 0;  ///< begun, and cut short by a limit or an interrupt
  std::uint64_t gave_up = 0;   ///< begun, and the search, which is not exhaustive, ended
  std::uint64_t failed = 0;    ///< begun, and the engine broke down
  std::uint64_t skipped = 0;   ///< left out by a limit or an interrupt
  std::uint64_t wrong = 0;
  std::uint64_t disagreements = 0;
  SolutionCount solutions = 0;  ///< of answered puzzles
  std::uint64_t guesses = 0;    ///< of answered puzzles
  bool has_guesses = true;      ///< those of all answered puzzles are known
  std::int64_t wall_ns = 0;
  std::int64_t cpu_ns = 0;
  std::int64_t interfered_ns = 0;  ///< wall time of the blocks that something interfered with
  Disturbance disturbance;         ///< of the same
  std::uint64_t interfered = 0;    ///< such blocks
  std::uint64_t repeated = 0;      ///< blocks that were measured again
  std::uint64_t blocks = 0;
  std::uint64_t switches = 0;       ///< involuntary ones
  std::int64_t solved_ns = 0;       ///< wall time of answered puzzles, or of their blocks
  std::uint64_t answer_digest = 0;  ///< of answered puzzles
  /// The most memory that one copy of the engine held; nothing where that is not known.
  std::optional<std::uint64_t> peak_bytes{};
  // Nothing where they are not known of every block in which a puzzle was begun:
  EventCounts events{};
  std::uint64_t scaled = 0;  ///< blocks of which a count of these is an estimate
  std::optional<std::uint64_t> package_uj{};

  Totals& operator+=(const Totals& other);
  /// Counts a puzzle that was begun, but for its times.
  void add_puzzle(const Board& puzzle, const SolveResult& result);
};

/// Whether what the engine was given in all is answered.
inline bool has_answered_all(const Totals& totals) {
  return totals.skipped == 0 && totals.solved == totals.puzzles;
}

/// The totals of a block for each of its engines.
std::vector<Totals> count_block(const BlockSample& sample);

/// Mean time of a puzzle in a block, in nanoseconds.
struct BlockTime {
  double wall_ns = 0;
  double cpu_ns = 0;    ///< 0 where it is not known
  bool is_cut = false;  ///< not every puzzle was answered: all of them take at least that long
};

/// a / b, by CPU time, which others on the machine disturb least, where both are known, else by
/// wall time. Nothing where that is no positive number.
std::optional<double> ratio_of(const BlockTime& a, const BlockTime& b);

/// Everything that is kept of one engine's work on a dataset.
struct EngineTally {
  Totals totals;
  LatencyHistogram latencies;  ///< of the puzzles that were begun and timed one by one
  /// Nothing where no puzzle was begun, or with a faulty answer. Block i of all engines has the
  /// same puzzles.
  std::vector<std::optional<BlockTime>> blocks;

  void add(const EngineSample& sample, const Totals& block_totals);
  /// What a puzzle took that was begun and timed by itself.
  void add_latency(const SolveResult& result, std::int64_t ns);
  /// The next of `blocks`.
  void add_block(const Totals& block_totals);
  /// Wall time per puzzle of the blocks, in nanoseconds; kUnended of those that were cut short.
  std::vector<double> block_wall_ns() const;
  /// Adds what another repetition of the same dataset gave. The answer digest stays that of one.
  void merge(const EngineTally& other);
  /// Adds what another part of the dataset gave.
  void join(const EngineTally& part);
};

/// What a number says where a search was cut short.
enum class Bound : std::uint8_t {
  none,      ///< it is as was measured
  at_least,  ///< what was measured is less than what it stands for
  at_most,   ///< it is more
};

/// `at_least`, `at_most`, or empty.
std::string_view to_string(Bound bound);

/// Two engines compared block by block, over the blocks in which both answered every puzzle. The
/// logarithms of the ratios of blocks 2i and 2i + 1, in which their turns are in opposite order,
/// are averaged, and their median taken; where there are no such two, it is that of single blocks.
///
/// Where an engine was cut short, and fewer than half of the blocks that both began are left, or
/// too few for an interval, there is only a bound: the median over all that both began, where the
/// time of the one that was cut short is less than it would have been. Blocks in which both were
/// cut short say nothing, which counts against the bound.
struct PairedRatio {
  std::uint64_t blocks = 0;  ///< that the median is over
  /// How many times as fast as the baseline the engine was; nothing if that cannot be said.
  std::optional<MedianEstimate> times;
  Bound bound = Bound::none;
};

PairedRatio speed_ratio(const EngineTally& engine, const EngineTally& baseline);

}  // namespace sudoku
