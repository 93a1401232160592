#include "harness/measure/event_counters.h"

#include "tests/catch.h"

namespace sudoku {
namespace {

EventReading all_at(std::uint64_t value, std::uint64_t enabled_ns, std::uint64_t running_ns) {
  EventReading reading;
  for (auto& counter : reading.counters) counter = {value, enabled_ns, running_ns};
  return reading;
}

EventCounts all(std::uint64_t count, bool is_scaled = false) {
  return {count, count, count, count, count, is_scaled};
}

}  // namespace

TEST_CASE("counts are differences between readings, scaled if a counter ran for a part of the time",
          "[event_counters]") {
  CHECK(counts_between(all_at(10, 5, 5), all_at(35, 9, 9)) == all(25));
  CHECK(counts_between({}, {}) == EventCounts{});
  // Time without the counter before the first reading does not count.
  const EventReading begin = all_at(10, 500, 100);
  CHECK(counts_between(begin, all_at(110, 540, 110)) == all(400, true));
  CHECK(counts_between(begin, all_at(110, 540, 140)) == all(100));
  // The count of a counter that never ran is unknown.
  CHECK(counts_between(begin, all_at(10, 540, 100)) == EventCounts{{}, {}, {}, {}, {}, true});
  // Counters are independent.
  EventReading end = all_at(30, 10, 10);
  end.counters[1].reset();
  end.counters[3] = EventReading::Counter{30, 10, 5};
  CHECK(counts_between(all_at(0, 0, 0), end) == EventCounts{30, {}, 30, 60, 30, true});
  CHECK(counts_between(end, all_at(40, 20, 20)).cycles == std::nullopt);
}

TEST_CASE("a sum with an unknown part is unknown", "[event_counters]") {
  EventCounts sum = no_events_yet();
  CHECK(sum == all(0));
  sum += all(5);
  sum += EventCounts{1, {}, 1, 1, 1, true};
  CHECK(sum == EventCounts{6, {}, 6, 6, 6, true});
  sum += all(1);
  CHECK(sum == EventCounts{7, {}, 7, 7, 7, true});
}

TEST_CASE("the counters of this system count, or say why they do not", "[event_counters]") {
  const EventCounters counters = EventCounters::of_this_thread();
  const EventReading begin = counters.read();
  const EventCounts counts = counts_between(begin, counters.read());
  if (counters.unavailable_reason().empty()) {
    CHECK_FALSE(counts == EventCounts{});
  } else {
    CHECK(counts == EventCounts{});
  }
}

}  // namespace sudoku
