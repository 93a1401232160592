#pragma once

#include "harness/external/child_process.h"
#include "harness/measure/sample.h"

namespace sudoku {

/// Times of an exchange with a command. CPU time is the sum over all processes of the command.
struct ExchangeTimes {
  std::int64_t wall_ns = 0;   ///< until the last answer was read
  std::int64_t least_ns = 0;  ///< part of it after the first question, without the last answer
  std::int64_t cpu_ns = 0;
  SchedulerTimes scheduler{};  ///< without threads that ended

  /// Returns whether the command waited for something else than a CPU, for example for another
  /// computer. This program may ask or read late, because it waits for a CPU itself. Therefore,
  /// only `least_ns` counts.
  bool has_waited() const;

  /// Returns whether `scheduler` includes the delay of all threads. The system keeps the CPU time
  /// of ended threads, but not their delay. Their CPU time is missing in `scheduler`, too.
  bool is_delay_known() const {
    return cpu_ns - scheduler.run_ns <= tolerated_loss_ns(cpu_ns) && scheduler.delay_ns >= 0;
  }
};

/// CPU time that a command spends on input and output.
struct IoTime {
  std::int64_t ns = 0;
  std::int64_t error_ns = 0;
};

/// The times of an exchange that count in a sample. If the CPU time is less than the wall time, the
/// command was held back: the block then has interference, and its CPU time counts.
struct CountedTimes {
  std::int64_t wall_ns = 0;
  std::int64_t cpu_ns = 0;
  std::int64_t error_ns = 0;
};

/// Returns the times that count for an exchange about that many puzzles: CPU time without input and
/// output. If the command waited for something else than a CPU, this wait counts, too. If it is
/// unknown what the command waited for, the block has interference.
CountedTimes counted_times(const ExchangeTimes& exchange, const IoTime& io, std::size_t puzzles);

}  // namespace sudoku
