#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "engines/board.h"
#include "engines/search_monitor.h"
#include "engines/solution_count.h"

namespace sudoku::bitmask {

/// The largest Latin squares that count_by_rows supports: 8 digits in each of 8 columns are 64
/// bits.
inline constexpr std::size_t kMaxSideOfRowCount = 8;

/// Counts the solutions of a Latin square without listing them. `options` has the possible digits
/// of each cell. Returns nullopt if that takes too much memory or if the monitor ends the search.
std::optional<SolutionCount> count_by_rows(std::span<const std::uint32_t> options, std::size_t side,
                                           SearchMonitor& monitor);

}  // namespace sudoku::bitmask
