#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "engines/board.h"
#include "engines/solution_count.h"
#include "harness/measure/event_counts.h"

namespace sudoku {

// What this process and the host of an engine have in common: two pieces of memory that both map.
// The first belongs to this process, and the host can only read it; the second to the host, and as
// an engine from outside may write anything into it, at any time, nothing in it is used unchecked.
//
// A batch goes through these steps, which the host counts as its progress:
//     i            puzzle i is being solved, and timed; those before it have been
//     size + i     a solution of puzzle i is being asked for, where none was told
//     2 * size     all is done

/// How puzzles and solutions are handed on.
enum class BoardForm : std::uint8_t {
  text,   ///< of 9x9: one character per cell and a terminating zero, `.` for an empty cell
  cells,  ///< as Board has them
};

/// Room for a board as text, and for what a careless engine writes behind it.
inline constexpr std::size_t kTextRoom = 128;

/// How many bytes from one board to the next.
constexpr std::size_t stride_of(const Shape& shape, BoardForm form) {
  return form == BoardForm::text ? kTextRoom : shape.cells();
}

inline constexpr std::size_t kHostBatch = 4096;
inline constexpr std::size_t kHostRoom = kHostBatch * kTextRoom;
inline constexpr std::size_t kMostPreparation = 32;
/// The progress of a host that is still preparing.
inline constexpr std::uint64_t kPreparing = ~std::uint64_t{0};

/// How many puzzles a batch holds at most.
constexpr std::size_t batch_of(const Shape& shape, BoardForm form) {
  return std::min(kHostBatch, kHostRoom / stride_of(shape, form));
}

struct HostRequest {
  /// First, and thus on pages of their own, as the host hides them while it prepares.
  std::array<std::uint8_t, kHostRoom> puzzles;

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
  bool is_in_one_call;       ///< all puzzles are solved, and timed, together
  bool counts_events;        ///< of the timed calls
  Shape shape;
  BoardForm form;

  /// To be solved before, unmeasured.
  std::array<std::uint8_t, kMostPreparation * kMaxCells> preparation;
};

struct HostAnswers {
  struct Entry {
    SolutionCount solutions;
    std::uint64_t guesses;
    // As in SolveResult, but of types that have no values that are none.
    std::uint8_t has_guesses;
    std::uint8_t has_solution;
    std::uint8_t outcome;
    int refusal;  ///< what a function of blocks returned: 0 that it has solved the puzzle
  };

  /// The peak of the host's memory before it had the engine; 0 where it does not know.
  std::atomic<std::uint64_t> bytes_before;
  /// That of the child that engine commands are timed by, which is no part of the engine either; 0
  /// while there is none.
  std::atomic<std::uint64_t> echo_bytes;

  std::atomic<std::uint64_t> progress;
  std::atomic<std::int64_t> begun_ns;  ///< since when, by the steady clock

  // Of the timed calls, once they are over:
  std::int64_t wall_ns;
  std::int64_t cpu_ns;
  std::int64_t switches;
  std::array<std::uint64_t, kEvents.size()> events;
  std::uint32_t known_events;  ///< a bit each, the lowest is that of the first
  std::uint8_t are_events_scaled;

  std::array<Entry, kHostBatch> entries;
  std::array<std::int64_t, kHostBatch> puzzle_ns;  ///< wall time of calls for single puzzles
  /// The first of each puzzle; begins with a zero where none was told.
  alignas(64) std::array<std::uint8_t, kHostRoom> solutions;
};

constexpr std::size_t kLargestPage = std::size_t{1} << 16;
static_assert(kHostRoom % kLargestPage == 0 && offsetof(HostRequest, puzzles) == 0,
              "pages that hold puzzles hold nothing else");
static_assert(std::atomic<std::uint64_t>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free &&
                  std::atomic<bool>::is_always_lock_free,
              "a lock would not be shared");

}  // namespace sudoku
