#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "harness/stats/statistics.h"
#include "harness/stats/totals.h"

namespace sudoku {

/// Mean time of a puzzle in a block, in nanoseconds.
struct BlockTime {
  double wall_ns = 0;
  double cpu_ns = 0;    ///< 0 if it is not known
  bool is_cut = false;  ///< not every puzzle was answered: solving all takes at least that long
};

/// Returns the time of a block; nullopt if no puzzle was begun, or if an answer is faulty.
std::optional<BlockTime> block_time_of(const Totals& block);

/// Times of the blocks of one solver in the order of the run. Entry i of all solvers is for the
/// same puzzles; entries 2i and 2i + 1 are blocks in which the solvers ran in opposite order.
using BlockTimes = std::vector<std::optional<BlockTime>>;

/// Returns a / b by CPU time, which other programs disturb least, if both are known, else by wall
/// time. Nullopt if that is not a positive number.
std::optional<double> ratio_of(const BlockTime& a, const BlockTime& b);

/// Meaning of a value if a search was cut short.
enum class Bound : std::uint8_t {
  none,      ///< the measured value
  at_least,  ///< a lower bound
  at_most,   ///< an upper bound
};

/// Returns `at_least`, `at_most`, or an empty text.
std::string_view to_string(Bound bound);

/// Speedup of a solver over a baseline, paired block by block, over the blocks in which both
/// answered every puzzle. The logarithms of the ratios of blocks 2i and 2i + 1 are averaged and
/// their median is taken; without such pairs, the median is over single blocks.
///
/// If a solver was cut short, and fewer than half of the blocks that both began remain, or too few
/// for an interval, the speedup is only a bound: the median over all blocks that both began. The
/// solver that was cut short would have taken at least the measured time. A block in which both
/// were cut short could have any ratio, which weakens the bound.
struct Speedup {
  std::uint64_t blocks = 0;             ///< number of blocks that the median is over
  std::optional<MedianEstimate> times;  ///< baseline time / solver time; nullopt if unknown
  Bound bound = Bound::none;
};

Speedup speedup_of(const BlockTimes& solver, const BlockTimes& baseline);

}  // namespace sudoku
