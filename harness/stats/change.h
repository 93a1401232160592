#pragma once

#include <cstdint>

#include "harness/stats/rows.h"

namespace sudoku {

/// How the speed of an engine differs from that of a reference.
enum class Change : std::uint8_t {
  faster,
  slower,
  same,     ///< within the noise threshold, or the interval includes 1
  unknown,  ///< too few blocks for an interval
  absent,   ///< one of the two did not run
  faulty,   ///< one of the two has wrong answers or failures
};

/// Returns the change that a speedup over the reference shows. `faster` and `slower` need a change
/// above `noise_threshold`, a share of 1, and an interval or a bound that excludes 1.
Change change_of(const Speedup& speedup, double noise_threshold);

/// Returns whether `row` has a worse verdict than `reference`, or fewer solved puzzles by a larger
/// share than `noise_threshold`.
bool is_worse(const SummaryRow& reference, const SummaryRow& row, double noise_threshold);

}  // namespace sudoku
