#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace sudoku {

/// What a processor has counted of a program, outside of the system's own code. Each count is
/// nothing where it is not known.
struct EventCounts {
  std::optional<std::uint64_t> instructions{};
  std::optional<std::uint64_t> cycles{};
  std::optional<std::uint64_t> branches{};
  std::optional<std::uint64_t> branch_misses{};
  std::optional<std::uint64_t> l1d_misses{};  ///< loads that the first cache of data did not have
  /// Counters took turns, as there are fewer of them than events: a count is an estimate.
  bool is_scaled = false;

  bool operator==(const EventCounts&) const = default;
  /// What is not known of a part is not known of the sum.
  EventCounts& operator+=(const EventCounts& other);
};

/// All of them, in the order in which they are opened and handed on.
inline constexpr std::array kEvents = {&EventCounts::instructions, &EventCounts::cycles,
                                       &EventCounts::branches, &EventCounts::branch_misses,
                                       &EventCounts::l1d_misses};

/// Counts of no calls at all.
EventCounts no_events_yet();

/// Where the counters stand at a moment; nothing where there is no counter.
struct EventReading {
  struct Counter {
    std::uint64_t value = 0;
    std::uint64_t enabled_ns = 0;  ///< for which it was asked to count
    std::uint64_t running_ns = 0;  ///< for which it did
  };
  std::array<std::optional<Counter>, kEvents.size()> counters{};
};

/// What came between two readings of the same counters. A counter that ran for a part of the time
/// only is taken to have counted as much in the rest; one that never ran says nothing.
EventCounts counts_between(const EventReading& begin, const EventReading& end);

}  // namespace sudoku
