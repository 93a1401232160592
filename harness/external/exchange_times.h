#pragma once

#include "harness/external/child_process.h"
#include "harness/measure/sample.h"

namespace sudoku {

/// Times of an exchange with a command. CPU time is the sum over all processes of the command.
struct ExchangeTimes {
  std::int64_t wall_ns = 0;   ///< until the last answer was read
  std::int64_t least_ns = 0;  ///< from the first question to the last check without all answers
  std::int64_t cpu_ns = 0;
  SchedulerTimes scheduler{};  ///< of the threads that still run

  /// Returns whether the command waited for something other than a CPU, for example for another
  /// computer. Uses `least_ns` instead of the wall time: this program may send questions or read
  /// answers late, because it waits for a CPU itself.
  bool has_waited() const;

  /// Returns whether `scheduler` includes the delay of all threads. Ended threads are missing in
  /// it, but `cpu_ns` includes them. A difference between the two CPU times shows such threads.
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

/// Returns the times that count for an exchange with this number of puzzles: CPU time without input
/// and output. If the command waited for something other than a CPU, this wait counts, too. If the
/// reason for the wait is unknown, the block has interference.
CountedTimes counted_times(const ExchangeTimes& exchange, const IoTime& io, std::size_t puzzles);

}  // namespace sudoku
