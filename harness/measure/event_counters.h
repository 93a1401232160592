#pragma once

#include <array>
#include <optional>

#include <sys/types.h>

#include "harness/base/system.h"

namespace sudoku {

/// Event counts of the CPU for a thread or a process, without the kernel. Unknown counts are
/// nullopt.
struct EventCounts {
  std::optional<std::uint64_t> instructions{};
  std::optional<std::uint64_t> cycles{};
  std::optional<std::uint64_t> branches{};
  std::optional<std::uint64_t> branch_misses{};  ///< branch mispredictions
  std::optional<std::uint64_t> l1d_misses{};     ///< loads that missed the L1 data cache
  /// The CPU has fewer counters than events, so they were multiplexed: counts are estimates.
  bool is_scaled = false;

  bool operator==(const EventCounts&) const = default;
  /// A count that one part does not know is unknown in the sum.
  EventCounts& operator+=(const EventCounts& other);
  EventCounts& operator/=(std::uint64_t divisor);
};

/// All events, in the order in which their counters are opened.
inline constexpr std::array kEvents = {&EventCounts::instructions, &EventCounts::cycles,
                                       &EventCounts::branches, &EventCounts::branch_misses,
                                       &EventCounts::l1d_misses};

/// Returns counts that are all 0.
EventCounts no_events_yet();

/// Values of the counters at one time. Nullopt for a missing counter.
struct EventReading {
  struct Counter {
    std::uint64_t value = 0;
    std::uint64_t enabled_ns = 0;  ///< time for which counting was requested
    std::uint64_t running_ns = 0;  ///< time for which it counted
  };
  std::array<std::optional<Counter>, kEvents.size()> counters{};
};

/// Returns the counts between two readings of the same counters. Scales the count of a counter that
/// ran for a part of the time only. If it never ran, the count is unknown.
EventCounts counts_between(const EventReading& begin, const EventReading& end);

/// Counters of the CPU for a thread or a process, opened with perf_event_open.
class EventCounters {
 public:
  /// Counts the calling thread.
  static EventCounters of_this_thread() { return EventCounters(0); }
  /// Counts a process of the same user, and all threads and processes that it starts later.
  static EventCounters of_process(pid_t process) { return EventCounters(process); }

  /// Returns why there are no counters; empty if there is one.
  std::string unavailable_reason() const;

  EventReading read() const;

 private:
  explicit EventCounters(pid_t process);

  std::array<Descriptor, kEvents.size()> counters_;
  std::string unavailable_reason_;  // for the first counter that could not be opened
};

}  // namespace sudoku
