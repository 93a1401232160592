#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace sudoku {

/// What an engine and the host of its plugin hold in common, in memory that both processes map. The
/// engine fills in a batch and sends a byte; the host solves it and sends a byte back.
struct PluginExchange {
  static constexpr std::size_t kBatch = 1024;

  /// Room for 81 characters, a terminating zero, and what a careless plugin writes behind them.
  using Board = std::array<char, 128>;

  struct Entry {
    Board puzzle;    ///< `.` for an empty cell
    Board solution;  ///< begins with a zero where the plugin filled in none
    std::uint64_t solutions;
    std::uint64_t guesses;
    std::int64_t wall_ns;
  };

  // From the engine.
  std::size_t max_solutions;
  std::size_t size;
  std::atomic<bool> stop;  ///< no further puzzle is to be begun

  // From the host, at any time, so that another one can go on where it died.
  std::atomic<std::size_t> answered;   ///< the entries before have been solved or given up
  std::atomic<std::size_t> current;    ///< the entry it is at
  std::atomic<std::int64_t> begun_ns;  ///< since when, by the steady clock

  std::int64_t cpu_ns;  ///< from the host, at the end: of its timed calls

  std::array<Entry, kBatch> entries;
};

static_assert(std::atomic<std::size_t>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free,
              "a lock would not be shared");

}  // namespace sudoku
