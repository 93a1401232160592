#pragma once

#include <algorithm>

#include "engines/engine.h"
#include "harness/measure/event_counters.h"

namespace sudoku {

// Memory that this process shares with an engine host. The host can only read HostRequest. A plugin
// may write anything to HostAnswers at any time, so every value is checked before use.
//
// The host reports its progress in a batch as a number:
//     i            it solves puzzle i; puzzles before i are done
//     size + i     it asks for a missing solution of puzzle i
//     2 * size     it is done

/// Format of puzzles and solutions.
enum class BoardForm : std::uint8_t {
  text,   ///< 9x9 only: a character per cell, `.` for empty cells, and a terminating zero
  cells,  ///< as in Board
};

/// Bytes of a board as text, including space after it that a faulty engine may write to.
inline constexpr std::size_t kTextRoom = 128;

/// Returns the number of bytes from one board to the next.
constexpr std::size_t stride_of(const Shape& shape, BoardForm form) {
  return form == BoardForm::text ? kTextRoom : shape.cells();
}

inline constexpr std::size_t kHostBatch = 4096;
inline constexpr std::size_t kHostRoom = kHostBatch * kTextRoom;
inline constexpr std::size_t kMostPreparation = 32;
/// Progress of a host that still solves the preparation.
inline constexpr std::uint64_t kPreparing = ~std::uint64_t{0};
/// An event that was not counted.
inline constexpr std::uint64_t kUnknownCount = ~std::uint64_t{0};

/// Returns the largest number of puzzles in a batch.
constexpr std::size_t batch_of(const Shape& shape, BoardForm form) {
  return std::min(kHostBatch, kHostRoom / stride_of(shape, form));
}

struct HostRequest {
  /// First member, so that it has its own pages: the host hides them during the preparation.
  std::array<std::uint8_t, kHostRoom> puzzles;

  std::uint64_t number;  ///< number of the batch; the host sends it back when done
  std::uint64_t begin;   ///< first progress; more than 0 if an earlier host died
  std::uint64_t size;
  std::uint64_t preparation_size;
  SolveLimits limits;      ///< `limits.stop` is replaced by `stop`
  std::atomic<bool> stop;  ///< start no further puzzle
  bool makes_round_trips;  ///< see HostPacing; no effect with `is_in_one_call`
  bool is_in_one_call;     ///< solve all puzzles in one timed call
  bool counts_events;      ///< in the timed calls
  Shape shape;
  BoardForm form;

  /// Puzzles to solve first, unmeasured.
  std::array<std::uint8_t, kMostPreparation * kMaxCells> preparation;
};

struct HostAnswers {
  struct Entry {
    SolutionCount solutions;
    std::uint64_t guesses;
    // As in SolveResult, but with types for which every bit pattern is valid.
    std::uint8_t has_guesses;
    std::uint8_t has_solution;
    std::uint8_t outcome;
    int status;  ///< return value of a block function; SUDOKU_SOLVED for all others
  };

  /// Peak memory of the host before it loaded the engine; 0 if unknown.
  std::atomic<std::uint64_t> bytes_before;
  /// Peak memory of the echo process; 0 if there is none.
  std::atomic<std::uint64_t> echo_bytes;

  std::atomic<std::uint64_t> progress;
  std::atomic<std::int64_t> progress_ns;  ///< time of the last progress, on the steady clock

  // Sums over the timed calls, valid after the last one:
  std::int64_t wall_ns;
  std::int64_t cpu_ns;
  std::int64_t switches;
  std::array<std::uint64_t, kEvents.size()> events;  ///< or kUnknownCount
  std::uint8_t are_events_scaled;

  std::array<Entry, kHostBatch> entries;
  std::array<std::int64_t, kHostBatch> puzzle_ns;  ///< wall time of calls for single puzzles
  /// First solution of each puzzle; starts with a zero if there is none.
  alignas(64) std::array<std::uint8_t, kHostRoom> solutions;
};

constexpr std::size_t kLargestPage = std::size_t{1} << 16;
static_assert(kHostRoom % kLargestPage == 0 && offsetof(HostRequest, puzzles) == 0,
              "the puzzles must have their own pages");
static_assert(std::atomic<std::uint64_t>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free &&
                  std::atomic<bool>::is_always_lock_free,
              "processes cannot share locks");

}  // namespace sudoku
