#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "harness/measure/executor.h"

namespace sudoku {

/// Times the work of an engine on a block. The in-process executor and host processes use the same
/// timer, so that all engines are measured by the same code. The cost of reading the clocks is
/// subtracted. Not thread-safe.
///
/// The members are templates, so that only calls into the engine are between the clocks. `Work` has
/// these members:
///     // Solves puzzles in one call.
///     void solve(std::size_t first, std::size_t count);
///     // Returns whether there is time for another puzzle.
///     bool may_begin(std::int64_t now_ns) const;
///     // Called before each puzzle and at the end.
///     void on_progress(std::size_t next, std::int64_t now_ns);
class BlockTimer {
 public:
  explicit BlockTimer(const Measuring& measuring) : measuring_(measuring) {
    events();  // opens the counters of this thread, so that no timed call does
  }

  /// Times puzzles `first` to `puzzle_ns.size()`, each in a call of its own. Sets `puzzle_ns` of
  /// the puzzles that were started.
  template <typename Work>
  CallTimes time_one_by_one(Work& work, std::size_t first, std::span<std::int64_t> puzzle_ns) {
    const std::int64_t cost_ns = measuring_.clock_costs.wall_ns;
    CallTimes times;
    const Start begin = start();
    std::int64_t now_ns = measuring_.stopwatch.wall_ns();
    std::size_t i = first;
    for (; i < puzzle_ns.size() && work.may_begin(now_ns); ++i) {
      work.on_progress(i, now_ns);
      work.solve(i, 1);
      // The end of one call is the beginning of the next: one reading of the clock per puzzle.
      const std::int64_t end_ns = measuring_.stopwatch.wall_ns();
      puzzle_ns[i] = std::max<std::int64_t>(end_ns - now_ns - cost_ns, 0);
      times.wall_ns += puzzle_ns[i];
      now_ns = end_ns;
    }
    work.on_progress(i, now_ns);
    finish(begin, static_cast<std::int64_t>(i - first) * cost_ns, times);
    return times;
  }

  /// Like `time_one_by_one`, but calls `pause` before each puzzle. Pauses are not timed.
  template <typename Work, typename Pause>
  CallTimes time_with_pauses(Work& work, std::size_t first, std::span<std::int64_t> puzzle_ns,
                             Pause pause) {
    CallTimes times;
    if (measuring_.counts_events) times.events = no_events_yet();
    std::size_t i = first;
    for (; i < puzzle_ns.size() && work.may_begin(measuring_.stopwatch.wall_ns()); ++i) {
      pause();
      const CallTimes of_puzzle = time_call(work, i, 1);
      puzzle_ns[i] = of_puzzle.wall_ns;
      times += of_puzzle;
    }
    work.on_progress(i, measuring_.stopwatch.wall_ns());
    return times;
  }

  /// Times puzzles `first` to `size` in one call.
  template <typename Work>
  CallTimes time_together(Work& work, std::size_t first, std::size_t size) {
    const CallTimes times = time_call(work, first, size - first);
    work.on_progress(size, measuring_.stopwatch.wall_ns());
    return times;
  }

 private:
  struct Start {
    std::int64_t switches = 0;
    std::int64_t waits = 0;
    EventReading events{};
    std::int64_t cpu_ns = 0;
  };

  template <typename Work>
  CallTimes time_call(Work& work, std::size_t first, std::size_t count) {
    const std::int64_t cost_ns = measuring_.clock_costs.wall_ns;
    CallTimes times;
    const Start begin = start();
    const std::int64_t begin_ns = measuring_.stopwatch.wall_ns();
    work.on_progress(first, begin_ns);
    work.solve(first, count);
    const std::int64_t ns = measuring_.stopwatch.wall_ns() - begin_ns - cost_ns;
    times.wall_ns = std::max<std::int64_t>(ns, 0);
    finish(begin, cost_ns, times);
    return times;
  }

  Start start() {
    Stopwatch& stopwatch = measuring_.stopwatch;
    Start start;
    start.switches = stopwatch.involuntary_switches();
    start.waits = stopwatch.counted_waits();
    start.events = events();
    start.cpu_ns = stopwatch.thread_cpu_ns() + measuring_.clock_costs.thread_cpu_ns;
    return start;
  }

  /// Reads the CPU clock and the counters. `clock_ns` is the time that reading the wall clock took.
  void finish(const Start& start, std::int64_t clock_ns, CallTimes& times) {
    Stopwatch& stopwatch = measuring_.stopwatch;
    times.cpu_ns = std::max<std::int64_t>(stopwatch.thread_cpu_ns() - start.cpu_ns - clock_ns, 0);
    if (measuring_.counts_events) times.events = counts_between(start.events, events());
    const bool has_waited = stopwatch.counted_waits() != start.waits;
    if (has_waited) times.cpu_ns = std::max(times.cpu_ns, times.wall_ns);
    times.switches = stopwatch.involuntary_switches() - start.switches;
  }

  EventReading events() {
    return measuring_.counts_events ? measuring_.stopwatch.events() : EventReading{};
  }

  Measuring measuring_;
};

}  // namespace sudoku
