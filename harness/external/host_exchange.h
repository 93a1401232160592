#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "engines/solution_count.h"

namespace sudoku {

// What this process and the host of an engine have in common: two pieces of memory that both map.
// The first belongs to this process, and the host can only read it; the second to the host, and as
// an engine from outside may write anything into it, at any time, nothing in it is used unchecked.
//
// A batch goes through these steps, which the host counts as its progress:
//     i            puzzle i is being solved, and timed; those before it have been
//     size + i     a solution of puzzle i is being asked for, where none was told
//     2 * size     all is done

/// Room for 81 characters, a terminating zero, and what a careless engine writes behind them.
using HostBoard = std::array<char, 128>;

inline constexpr std::size_t kHostBatch = 4096;
inline constexpr std::size_t kMostPreparation = 32;
/// The progress of a host that is still preparing.
inline constexpr std::uint64_t kPreparing = ~std::uint64_t{0};

struct HostRequest {
  std::uint64_t number;  ///< of the batch; the host sends it back when it is done
  std::uint64_t begin;   ///< the progress to begin with: more than 0 where another host has died
  std::uint64_t size;
  std::uint64_t preparation_size;
  // As in SolveLimits.
  std::uint64_t max_solutions;
  std::uint64_t max_guesses;
  std::int64_t max_time_ns;
  std::int64_t deadline_ns;  ///< by the steady clock
  std::atomic<bool> stop;    ///< no further puzzle is to be begun
  bool is_by_question;       ///< as HostPace; for an engine that takes puzzle by puzzle

  std::array<HostBoard, kMostPreparation> preparation;  ///< to be solved before, unmeasured
  std::array<HostBoard, kHostBatch> puzzles;            ///< `.` for an empty cell
};

struct HostAnswers {
  struct Entry {
    HostBoard solution;  ///< begins with a zero where none was told
    SolutionCount solutions;
    std::uint64_t guesses;
    std::int64_t wall_ns;
    // As in SolveResult, but of types that have no values that are none.
    std::uint8_t has_guesses;
    std::uint8_t has_solution;
    std::uint8_t outcome;
  };

  std::atomic<std::uint64_t> progress;
  std::atomic<std::int64_t> begun_ns;  ///< since when, by the steady clock

  // Of the timed calls, once they are over:
  std::int64_t wall_ns;
  std::int64_t cpu_ns;
  std::int64_t switches;

  std::array<Entry, kHostBatch> entries;
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free &&
                  std::atomic<bool>::is_always_lock_free,
              "a lock would not be shared");

}  // namespace sudoku
