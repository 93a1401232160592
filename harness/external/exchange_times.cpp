#include "harness/external/exchange_times.h"

#include <algorithm>

namespace sudoku {

bool ExchangeTimes::has_waited() const {
  constexpr std::int64_t kToleratedNs = 2'000'000;
  return least_ns - cpu_ns - scheduler.delay_ns > cpu_ns / 4 + kToleratedNs;
}

CountedTimes counted_times(const ExchangeTimes& exchange, const IoTime& io, std::size_t puzzles) {
  // No program reads and answers a line in less.
  constexpr std::int64_t kLeastNs = 50;
  const std::int64_t work_ns =
      std::max(exchange.cpu_ns - io.ns, kLeastNs * static_cast<std::int64_t>(puzzles));
  if (!exchange.has_waited()) return {work_ns, work_ns, io.error_ns};
  if (!exchange.is_delay_known()) return {exchange.wall_ns, work_ns, io.error_ns};
  // The wall time includes input and output, and a pause before the last answer was read.
  const std::int64_t error_ns = io.ns + exchange.wall_ns - exchange.least_ns;
  return {exchange.wall_ns, exchange.wall_ns - exchange.scheduler.delay_ns, error_ns};
}

}  // namespace sudoku
