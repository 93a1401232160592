#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/named.h"
#include "harness/stats/confidence_interval.h"

namespace sudoku {

struct SummaryRow;
struct Totals;

/// Mean time of a puzzle in a block, in nanoseconds.
struct BlockTime {
  double ns = 0;                ///< see Totals::time_ns
  bool is_lower_bound = false;  ///< a puzzle was not solved; solving all takes at least this time
  double puzzles = 1;           ///< of the block
  double relative_error = 0;    ///< Totals::error_ns / time_ns
};

/// Returns the time of a block; nullopt if no puzzle was started, or if an answer is faulty.
std::optional<BlockTime> block_time_of(const Totals& block);

/// Times of the blocks of one solver in the order of the run. Entry i of all solvers is for the
/// same puzzles; entries 2i and 2i + 1 are blocks in which the solvers ran in opposite order.
using BlockTimes = std::vector<std::optional<BlockTime>>;

/// Number of blocks that an interval of a speedup needs, because it is over pairs of blocks.
inline constexpr std::uint64_t kBlocksForInterval = 2 * kValuesForInterval;

/// Returns a / b. Nullopt if that is not a positive number.
std::optional<double> ratio_of(const BlockTime& a, const BlockTime& b);

/// Meaning of a value if puzzles were not solved.
enum class Bound : std::uint8_t {
  none,      ///< the measured value
  at_least,  ///< a lower bound
  at_most,   ///< an upper bound
};

constexpr std::array<std::string_view, 3> names_of(Bound) { return {"", "at_least", "at_most"}; }

/// Speedup of a solver over a baseline: the median ratio over the blocks in which both solved every
/// puzzle. The logarithms of the ratios of blocks 2i and 2i + 1 are averaged first. Without such
/// pairs, the median is over single blocks.
///
/// The interval is that of the median, widened by the median systematic error of the blocks. The
/// error of a block is the root of the sum of the squares of both solvers' relative errors.
///
/// If both solved fewer than half of the blocks, or too few for an interval, the speedup is only a
/// bound: the median over all blocks that both started. For a block that a solver did not solve, it
/// counts the measured time, because the solver would have taken at least as long. A block that
/// neither solved could have any ratio, which weakens the bound.
struct Speedup {
  std::uint64_t blocks = 0;       ///< number of blocks that the median is over
  std::optional<Estimate> ratio;  ///< baseline time / solver time; nullopt if unknown
  Bound bound = Bound::none;
  /// The same ratio of the total times of these blocks. Few slow puzzles have little effect on the
  /// median and much on the total. Nullopt if the speedup is a bound.
  std::optional<double> total_ratio{};
};

Speedup speedup_of(const BlockTimes& solver, const BlockTimes& baseline);

/// Returns the speedup of the baseline over the solver.
Speedup inverse_of(const Speedup& speedup);

/// Returns whether the speedup shows which of the two is faster.
bool is_conclusive(const Speedup& speedup);

/// Returns the engine that the speedups refer to; empty if there is none. A requested engine that
/// ran is the baseline, but if it is wrong, there is no baseline. Otherwise, the candidates are the
/// engines that solved everything without a dispute, or else the engines that solved most. The
/// baseline is the fastest candidate by the speedups: no other candidate is faster, unless the
/// medians form a circle. `times` has one entry per row.
std::string baseline_of(std::span<const SummaryRow> rows, std::span<const BlockTimes> times,
                        const std::string& requested);

}  // namespace sudoku
