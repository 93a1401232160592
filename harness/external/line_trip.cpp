#include "harness/external/line_trip.h"

#include <algorithm>
#include <chrono>

#include "harness/external/line_host.h"

namespace sudoku {

TimedAnswer ask_timed(LineChild& child, std::string_view question, const SolveLimits& limits) {
  const auto begin = std::chrono::steady_clock::now();
  const LineChild::Ending ending = child.ask(question, limits);
  return {ending, std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count()};
}

std::int64_t UsualTime::of(std::int64_t ns) {
  last_[seen_++ % last_.size()] = ns;
  auto sorted = last_;
  const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(std::min(seen_, sorted.size()));
  const auto middle = sorted.begin() + (end - sorted.begin()) / 2;
  std::nth_element(sorted.begin(), middle, end);
  return ns > 2 * *middle ? *middle : ns;
}

std::int64_t LineTrip::measure(std::string_view question, const SolveLimits& limits) {
  if (!echo_) {
    echo_.emplace(echo_host_arguments());
    echo_->ask(question, limits);  // its start is no part of the way
  }
  const TimedAnswer answer = ask_timed(*echo_, question, limits);
  if (answer.ending == LineChild::Ending::answered) return usual_.of(answer.ns);
  echo_.reset();
  return 0;
}

std::optional<pid_t> LineTrip::process() const {
  return echo_ ? std::optional(echo_->id()) : std::nullopt;
}

std::optional<std::uint64_t> LineTrip::peak_bytes() const {
  return echo_ ? echo_->peak_bytes() : std::nullopt;
}

}  // namespace sudoku
