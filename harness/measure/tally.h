#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engines/count.h"
#include "harness/measure/sample.h"
#include "harness/measure/statistics.h"

namespace sudoku {

/// Sums over the puzzles that one engine was given.
struct Totals {
  std::uint64_t puzzles = 0;   ///< handed to the engine
  std::uint64_t solved = 0;    ///< answered
  std::uint64_t timeouts = 0;  ///< begun, and cut short by a limit or an interrupt
  std::uint64_t skipped = 0;   ///< left out by a limit or an interrupt
  std::uint64_t wrong = 0;
  std::uint64_t disagreements = 0;
  SolutionCount solutions = 0;  ///< of answered puzzles
  std::uint64_t guesses = 0;    ///< of answered puzzles
  std::int64_t wall_ns = 0;
  std::int64_t cpu_ns = 0;
  std::int64_t interfered_ns = 0;  ///< wall time of the blocks that something interfered with
  std::uint64_t interfered = 0;    ///< such blocks
  std::uint64_t repeated = 0;      ///< blocks that were measured again
  std::uint64_t blocks = 0;
  std::uint64_t switches = 0;       ///< involuntary ones
  std::int64_t solved_ns = 0;       ///< wall time of answered puzzles, or of their blocks
  std::uint64_t answer_digest = 0;  ///< of answered puzzles

  Totals& operator+=(const Totals& other);
};

/// The totals of a block for each of its engines.
std::vector<Totals> count_block(const BlockSample& sample);

/// Mean time of a puzzle in a block, in nanoseconds.
struct BlockTime {
  double wall_ns = 0;
  double cpu_ns = 0;  ///< 0 where it is not known
};

/// a / b, by CPU time, which others on the machine disturb least, where both are known, else by
/// wall time. Nothing where that is no positive number.
std::optional<double> ratio_of(const BlockTime& a, const BlockTime& b);

/// Everything that is kept of one engine's work on a dataset.
struct EngineTally {
  Totals totals;
  LatencyHistogram latencies;  ///< of answered puzzles that were timed one by one
  /// Nothing where a puzzle was left out. Block i of all engines has the same puzzles.
  std::vector<std::optional<BlockTime>> blocks;

  void add(const EngineSample& sample, const Totals& block_totals);
  /// The blocks in which no puzzle was left out: wall time a puzzle, in nanoseconds.
  std::vector<double> block_wall_ns() const;
  /// Adds what another repetition of the same dataset gave. The answer digest stays that of one.
  void merge(const EngineTally& other);
  /// Adds what another part of the dataset gave.
  void join(const EngineTally& part);
};

/// Two engines compared block by block, over the blocks that both completed. The logarithms of the
/// ratios of blocks 2i and 2i + 1, in which their turns are in opposite order, are averaged, and
/// their median taken; where no such two are complete, it is that of single blocks.
struct PairedRatio {
  std::uint64_t blocks = 0;  ///< that were used
  /// How many times as fast as the baseline the engine was; nothing if there is no such block.
  std::optional<MedianEstimate> times;
};

PairedRatio speed_ratio(const EngineTally& engine, const EngineTally& baseline);

}  // namespace sudoku
