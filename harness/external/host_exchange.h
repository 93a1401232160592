#pragma once

#include <algorithm>

#include "engines/engine.h"
#include "engines/grid.h"
#include "engines/plugin.h"
#include "harness/measure/event_counters.h"

namespace sudoku {

// Memory that this process shares with the host process of a plugin. The host can only read
// HostRequest. A plugin may write anything to HostAnswers at any time, so every value is checked
// before use. The puzzles of a batch are stored inverted until they are timed, so that no plugin
// finds and solves them before.
//
// The host reports its progress in a batch as a number:
//     i            it solves puzzle i; puzzles before i are done
//     size + i     it asks for a missing solution of puzzle i
//     2 * size     it is done

/// Format of puzzles and solutions.
enum class BoardForm : std::uint8_t {
  text,   ///< 9x9 only: as format_line writes it, and a terminating zero
  cells,  ///< as in Board
};

/// Bytes of a board as text, including space after it that a faulty plugin may write to.
inline constexpr std::size_t kTextRoom = 128;
inline constexpr std::size_t kCandidatesTextRoom = 768;

/// Returns the number of bytes from one board to the next.
constexpr std::size_t stride_of(const BoardKind& kind, BoardForm form) {
  if (form == BoardForm::cells) return kind.shape.cells();
  return kind.have_candidates ? kCandidatesTextRoom : kTextRoom;
}

inline constexpr std::size_t kHostBatch = 4096;
/// Number of entries in each list of answers. If the lists were as long as whole pages, the entries
/// of one puzzle in all lists would compete for the same places in the L1 cache.
inline constexpr std::size_t kHostEntries = kHostBatch + 16;
inline constexpr std::size_t kHostRoom = kHostBatch * kTextRoom;
inline constexpr std::size_t kPreparationRoom = kHostRoom / 8;
/// Progress of a host that still solves the preparation.
inline constexpr std::uint64_t kPreparing = ~std::uint64_t{0};
/// An event that was not counted.
inline constexpr std::uint64_t kUnknownCount = ~std::uint64_t{0};
/// Value of `guesses` before the call of a text function. The function may add to it, so it is not
/// the largest number.
inline constexpr std::uint64_t kTextGuessesUnknown = ~std::uint64_t{0} - kCells + 1;
constexpr std::uint64_t guesses_unknown(BoardForm form) {
  return form == BoardForm::text ? kTextGuessesUnknown : SUDOKU_GUESSES_UNKNOWN;
}

/// Boards of a batch.
using HostBoards = std::array<std::uint8_t, kHostRoom>;
/// Candidates of these boards in the form `cells`, a set per cell.
using HostCandidates = std::array<Digits, kHostRoom>;

struct HostRequest {
  HostBoards inverted_puzzles;
  HostCandidates inverted_candidates;
  std::uint64_t number;  ///< number of the batch; the host sends it back when done
  std::uint64_t begin;   ///< first progress; more than 0 if an earlier host died
  std::uint64_t size;
  std::uint64_t preparation_size;
  SolveLimits limits;      ///< `limits.stop` is replaced by `stop`
  std::atomic<bool> stop;  ///< start no further puzzle
  bool is_in_one_call;     ///< solve all puzzles in one timed call
  bool counts_events;      ///< in the timed calls
  int cpu;                 ///< of the caller, which waits while the host works
  BoardKind kind;

  /// Puzzles to solve first, unmeasured.
  std::array<std::uint8_t, kPreparationRoom> preparation;
  std::array<Digits, kPreparationRoom> preparation_candidates;
};

struct HostAnswers {
  /// Peak memory of the host before it loaded the plugin; 0 if unknown.
  std::atomic<std::uint64_t> bytes_before;

  std::atomic<std::uint64_t> progress;
  std::atomic<std::int64_t> progress_ns;  ///< time of the last progress, on the steady clock

  // Sums over the timed calls, valid after the last one:
  std::int64_t wall_ns;
  std::int64_t cpu_ns;
  std::int64_t switches;
  std::array<std::uint64_t, kEvents.size()> events;  ///< or kUnknownCount
  std::uint8_t are_events_scaled;

  // One entry per puzzle, as the plugin wrote it:
  std::array<SudokuCount, kHostEntries> counts;
  std::array<std::uint64_t, kHostEntries> guesses;  ///< or guesses_unknown
  /// Return value of the block function. If one call solves several puzzles, only the first entry
  /// is set.
  std::array<int, kHostEntries> statuses;
  std::array<std::int64_t, kHostEntries> puzzle_ns;  ///< wall time of calls for single puzzles
  /// First solution of each puzzle; zeros if there is none.
  alignas(64) HostBoards solutions;
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free &&
                  std::atomic<bool>::is_always_lock_free,
              "processes cannot share locks");

}  // namespace sudoku
