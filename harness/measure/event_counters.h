#pragma once

#include <array>
#include <string>

#include <sys/types.h>

#include "harness/base/system.h"
#include "harness/measure/event_counts.h"

namespace sudoku {

/// Counters of the processor, by perf_event_open: of a thread, or of a process. Their events are
/// found by their names, with libpfm4.
class EventCounters {
 public:
  /// Of the calling thread.
  static EventCounters of_this_thread();
  /// Of a process of the same user and of what it starts from now on, threads and processes.
  static EventCounters of_process(pid_t process);

  /// Why there is none of them; empty where there is any.
  std::string objection() const;

  EventReading read() const;

 private:
  enum class Heirs { none, all };  // who is counted with the one
  EventCounters(pid_t process, Heirs heirs);

  std::array<Descriptor, kEvents.size()> counters_;
  std::string objection_;  // of the first that could not be opened
};

}  // namespace sudoku
