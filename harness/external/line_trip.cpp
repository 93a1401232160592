#include "harness/external/line_trip.h"

#include <chrono>

#include "harness/external/line_host.h"

namespace sudoku {

TimedAnswer ask_timed(LineChild& child, std::string_view question, const SolveLimits& limits) {
  const auto begin = std::chrono::steady_clock::now();
  const LineChild::Ending ending = child.ask(question, limits);
  return {ending, std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count()};
}

std::int64_t LineTrip::measure(std::string_view question, const SolveLimits& limits) {
  if (!echo_) echo_.emplace(echo_host_arguments());
  const TimedAnswer answer = ask_timed(*echo_, question, limits);
  if (answer.ending == LineChild::Ending::answered) return answer.ns;
  echo_.reset();
  return 0;
}

}  // namespace sudoku
