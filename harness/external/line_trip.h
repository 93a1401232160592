#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/external/line_child.h"

namespace sudoku {

/// Times of which one now and then is much too long, as something else had the processor.
class UsualTime {
 public:
  /// That time, or, where it is more than twice the median of the last ones, that median.
  std::int64_t of(std::int64_t ns);

 private:
  std::array<std::int64_t, 15> last_{};
  std::size_t seen_ = 0;
};

/// Finds out what the way to a child that is asked with lines, and back, takes: by asking one that
/// does nothing else but answer. Asked once for each time that another child is, and on the same
/// processor. It counts as usual where it is held up, as the other one would seem the faster by
/// that: so what holds up a child counts, as it does for every engine.
class LineTrip {
 public:
  /// What the way took with that question, which ends its line. Throws std::system_error where no
  /// child can be started.
  std::int64_t measure(std::string_view question, const SolveLimits& limits);
  /// The child, and the memory that it took; nothing while there is none.
  std::optional<pid_t> process() const;
  std::optional<std::uint64_t> peak_bytes() const;

 private:
  std::optional<LineChild> echo_;
  UsualTime usual_;
};

/// What a call of `ask` took and how it ended.
struct TimedAnswer {
  LineChild::Ending ending;
  std::int64_t ns;
};
TimedAnswer ask_timed(LineChild& child, std::string_view question, const SolveLimits& limits);

}  // namespace sudoku
