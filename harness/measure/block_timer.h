#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "harness/measure/executor.h"

namespace sudoku {

/// Puzzles that an engine solves when a block is measured. The preparation comes first. It consists
/// of puzzles of other blocks, and its time does not count.
enum class Part : std::uint8_t { preparation, block };

/// Times the work of an engine on a block. The in-process executor and host processes use the same
/// timer, so that all engines are measured by the same code. The cost of reading the clock is
/// subtracted. Not thread-safe.
///
/// Before the timed calls, the engine solves other puzzles. It then finds caches, branch predictors
/// and clock frequency as they are in the middle of work. It solves a few more after the timer has
/// read the context switches and the CPU clock, because these readings disturb the caches.
///
/// The members are templates, so that only calls into the engine are between two readings of the
/// clock. `Work` has these members:
///     // Solves puzzles of a part in one call.
///     void solve(Part part, std::size_t first, std::size_t count);
///     // Accesses the memory of the block, so that it is in the cache.
///     void touch();
///     // Called between the two parts.
///     void begin();
///     // Returns whether there is time for another puzzle.
///     bool may_begin(std::int64_t now_ns) const;
///     // Called at the beginning of the block and after each call of solve for it.
///     void on_progress(std::size_t next, std::int64_t now_ns);
template <typename Work>
class BlockTimer {
 public:
  /// `preparation_size`: number of puzzles of the preparation. `are_together`: all puzzles of the
  /// block are solved in one call, and all of the preparation.
  BlockTimer(const Measuring& measuring, Work& work, std::size_t preparation_size,
             bool are_together)
      : measuring_(measuring),
        work_(work),
        preparation_size_(preparation_size),
        are_together_(are_together) {
    events();  // opens the counters of this thread, so that no timed call does
  }

  /// Prepares the engine, and times puzzles `first` to `puzzle_ns.size()`. Sets `puzzle_ns` of the
  /// puzzles that were started and timed one by one.
  CallTimes measure(std::size_t first, std::span<std::int64_t> puzzle_ns) {
    prepare();
    read_clocks();
    work_.touch();
    settle();
    return time_block(first, puzzle_ns);
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Solves the whole preparation at least once, and again until its time is over.
  void prepare() {
    const auto end = Clock::now() + measuring_.preparation_time;
    do {
      for (std::size_t i = 0; i < preparation_size_; i += step()) solve_preparation();
    } while (preparation_size_ > 0 && Clock::now() < end);
  }

  void read_clocks() {
    Stopwatch& stopwatch = measuring_.stopwatch;
    switches_ = stopwatch.involuntary_switches();
    waits_ = stopwatch.counted_waits();
    cpu_begin_wall_ns_ = stopwatch.wall_ns();
    cpu_ns_ = stopwatch.thread_cpu_ns();
  }

  /// Solves a few more puzzles of the preparation.
  void settle() {
    const auto end = Clock::now() + measuring_.preparation_time / 25;
    while (preparation_size_ > 0 && Clock::now() < end) solve_preparation();
  }

  std::size_t step() const { return are_together_ ? preparation_size_ : 1; }
  void solve_preparation() {
    call(Part::preparation, prepared_, step());
    prepared_ = (prepared_ + step()) % preparation_size_;
  }

  /// Times the calls for the block. The end of a call is the beginning of the next call, so the
  /// clock is read once per call.
  CallTimes time_block(std::size_t first, std::span<std::int64_t> puzzle_ns) {
    Stopwatch& stopwatch = measuring_.stopwatch;
    CallTimes times;
    const std::size_t count = are_together_ ? puzzle_ns.size() - first : 1;
    work_.begin();
    events_ = events();
    work_.on_progress(first, stopwatch.wall_ns());
    bool may_begin = work_.may_begin(stopwatch.wall_ns());
    std::int64_t now_ns = stopwatch.wall_ns();
    for (std::size_t i = first; i < puzzle_ns.size() && may_begin; i += count) {
      const std::int64_t end_ns = call(Part::block, i, count);
      const std::int64_t call_ns = without_clock(end_ns - now_ns);
      if (!are_together_) puzzle_ns[i] = call_ns;
      times.wall_ns += call_ns;
      work_.on_progress(i + count, end_ns);
      may_begin = work_.may_begin(end_ns);
      now_ns = end_ns;
    }
    finish(now_ns, times);
    return times;
  }

  /// Solves puzzles and returns the wall time at the end. Both parts run the same machine code:
  /// code that the CPU has not fetched yet would slow down the first calls of the block.
  [[gnu::noinline]] std::int64_t call(Part part, std::size_t first, std::size_t count) {
    work_.solve(part, first, count);
    return measuring_.stopwatch.wall_ns();
  }

  std::int64_t without_clock(std::int64_t ns) const {
    return std::max<std::int64_t>(ns - measuring_.clock_costs.wall_ns, 0);
  }

  /// Reads the CPU clock and the counters. CPU time and wall time are compared over an interval
  /// that begins before the timed calls. Their difference is attributed to these calls.
  void finish(std::int64_t end_ns, CallTimes& times) {
    Stopwatch& stopwatch = measuring_.stopwatch;
    const std::int64_t cpu_ns = stopwatch.thread_cpu_ns() - cpu_ns_;
    const std::int64_t wall_ns = end_ns - cpu_begin_wall_ns_ + measuring_.clock_costs.thread_cpu_ns;
    times.cpu_ns = std::max<std::int64_t>(times.wall_ns + cpu_ns - wall_ns, 0);
    if (measuring_.counts_events) times.events = counts_between(events_, events());
    const bool has_waited = stopwatch.counted_waits() != waits_;
    if (has_waited) times.cpu_ns = std::max(times.cpu_ns, times.wall_ns);
    times.switches = stopwatch.involuntary_switches() - switches_;
  }

  EventReading events() {
    return measuring_.counts_events ? measuring_.stopwatch.events() : EventReading{};
  }

  Measuring measuring_;
  Work& work_;
  std::size_t preparation_size_;
  bool are_together_;
  std::size_t prepared_ = 0;  // next puzzle of the preparation
  // At the beginning:
  std::int64_t switches_ = 0;
  std::int64_t waits_ = 0;
  EventReading events_{};
  std::int64_t cpu_begin_wall_ns_ = 0;
  std::int64_t cpu_ns_ = 0;
};

}  // namespace sudoku
