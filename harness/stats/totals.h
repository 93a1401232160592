#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engines/solution_count.h"
#include "harness/measure/sample.h"

namespace sudoku {

/// Sums over puzzles that one engine was given.
struct Totals {
  std::uint64_t puzzles = 0;        ///< given to the engine
  std::uint64_t clues = 0;          ///< of these puzzles
  std::uint64_t solved = 0;         ///< answered
  std::uint64_t timeouts = 0;       ///< begun, and stopped by a limit or an interrupt
  std::uint64_t gave_up = 0;        ///< begun, and given up by a search that is not exhaustive
  std::uint64_t failed = 0;         ///< begun, and the engine failed
  std::uint64_t skipped = 0;        ///< not begun because of a limit or an interrupt
  std::uint64_t wrong = 0;          ///< with a wrong answer, or on which the engine failed
  std::uint64_t disagreements = 0;  ///< with a disputed answer
  SolutionCount solutions = 0;      ///< of answered puzzles
  std::uint64_t guesses = 0;        ///< of answered puzzles
  bool has_guesses = true;          ///< the guesses of all answered puzzles are known
  std::int64_t wall_ns = 0;
  std::int64_t cpu_ns = 0;
  std::int64_t interfered_ns = 0;  ///< wall time of the blocks with interference
  Disturbance disturbance;         ///< during these blocks
  std::uint64_t interfered = 0;    ///< blocks with interference
  std::uint64_t repeated = 0;      ///< blocks that were measured again
  std::uint64_t blocks = 0;
  std::uint64_t switches = 0;       ///< involuntary context switches
  std::int64_t solved_ns = 0;       ///< wall time of answered puzzles, or of their blocks
  std::uint64_t answer_digest = 0;  ///< of answered puzzles
  /// Largest memory use of one copy of the engine; nullopt if unknown.
  std::optional<std::uint64_t> peak_bytes{};
  // Unknown if they are unknown for any block in which a puzzle was begun:
  EventCounts events{};
  std::uint64_t scaled = 0;  ///< blocks for which a count of these is an estimate
  std::optional<std::uint64_t> package_uj{};

  /// Sums that do not fit are capped.
  Totals& operator+=(const Totals& other);
  /// Counts a puzzle that was begun, without its time.
  void add_puzzle(const Board& puzzle, const SolveResult& result);
};

/// Whether every puzzle that the engine was given is answered.
inline bool has_answered_all(const Totals& totals) {
  return totals.skipped == 0 && totals.solved == totals.puzzles;
}

/// Returns the totals of a block for each of its engines.
std::vector<Totals> block_totals(const BlockSample& sample);

}  // namespace sudoku
