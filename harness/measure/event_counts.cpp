#include "harness/measure/event_counts.h"

#include <cmath>

namespace sudoku {
namespace {

using Counter = EventReading::Counter;

/// How far it went, and how much of the time it ran.
Counter difference(const Counter& begin, const Counter& end) {
  return {end.value - begin.value, end.enabled_ns - begin.enabled_ns,
          end.running_ns - begin.running_ns};
}

bool is_partial(const Counter& counter) {
  return counter.running_ns < counter.enabled_ns;
}

std::optional<std::uint64_t> scaled(const Counter& counter) {
  if (!is_partial(counter)) return counter.value;
  if (counter.running_ns == 0) return std::nullopt;
  const double share =
      static_cast<double>(counter.running_ns) / static_cast<double>(counter.enabled_ns);
  return static_cast<std::uint64_t>(std::llround(static_cast<double>(counter.value) / share));
}

}  // namespace

EventCounts& EventCounts::operator+=(const EventCounts& other) {
  for (const auto event : kEvents) {
    auto& own = this->*event;
    const auto& added = other.*event;
    own = own && added ? std::optional(*own + *added) : std::nullopt;
  }
  is_scaled |= other.is_scaled;
  return *this;
}

EventCounts no_events_yet() {
  EventCounts counts;
  for (const auto event : kEvents) counts.*event = 0;
  return counts;
}

EventCounts counts_between(const EventReading& begin, const EventReading& end) {
  EventCounts counts;
  for (std::size_t i = 0; i < kEvents.size(); ++i) {
    const auto& first = begin.counters[i];
    const auto& last = end.counters[i];
    if (!first || !last) continue;
    const Counter counter = difference(*first, *last);
    counts.*kEvents[i] = scaled(counter);
    counts.is_scaled |= is_partial(counter);
  }
  return counts;
}

}  // namespace sudoku
