#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/external/line_child.h"

namespace sudoku {

/// Finds out what the way to a child that is asked with lines, and back, takes: by asking one that
/// does nothing else but answer. Asked once for each time that another child is, and on the same
/// processor, it is held up as often and as long; so what is left of a difference between the two
/// is as often too much as too little.
class LineTrip {
 public:
  /// What the way took with that question, which ends its line. Throws std::system_error where no
  /// child can be started.
  std::int64_t measure(std::string_view question, const SolveLimits& limits);

 private:
  std::optional<LineChild> echo_;
};

/// What a call of `ask` took and how it ended.
struct TimedAnswer {
  LineChild::Ending ending;
  std::int64_t ns;
};
TimedAnswer ask_timed(LineChild& child, std::string_view question, const SolveLimits& limits);

}  // namespace sudoku
