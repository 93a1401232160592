#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "engines/engine.h"

namespace sudoku::lanes {

/// State of the search of a puzzle, in addition to its result. A search starts from zeros.
struct PuzzleState {
  std::int64_t first_seen_ns;  // by the clock that enforces time limits
  std::int64_t last_seen_ns;
  std::uint32_t last_waiting;  // place of the last board that began to wait
  bool has_first_solution;
};

/// Puzzles to search together, at most kMaxBatch. Every array starts at the first of them.
struct Batch {
  const std::uint8_t* grids;  // one byte per cell
  const Digits* candidates;   // one set per cell; null if the puzzles have none
  int size;
  SolveResult* results;
  std::uint8_t* solutions;  // one byte per cell; null if the caller wants none
  PuzzleState* states;
  std::size_t first;  // index of the first puzzle in the block of the caller
};

/// A lane holds the number of a puzzle, which has 15 bits.
inline constexpr std::size_t kMaxBatch = std::size_t{1} << 15;

// Calls of the standard library for the search. If the search instantiated a function of the
// library within its target region, the linker could choose that copy for the whole program.

/// Time of a monotonic clock in nanoseconds.
inline std::int64_t now_ns() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::nanoseconds(now).count();
}
/// Time limit per puzzle in nanoseconds; 0 or less means no limit.
inline std::int64_t max_time_ns(const SolveLimits& limits) { return limits.max_time.count(); }

}  // namespace sudoku::lanes
