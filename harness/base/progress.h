#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "harness/base/system.h"

namespace sudoku {

/// Shows the progress of a run on one line of standard error. A background thread updates the line
/// several times a second; the destructor erases it. Thread-safe. The base class shows nothing.
class Progress {
 public:
  virtual ~Progress() = default;
  /// Starts a new repetition over a dataset: resets the count and the time.
  virtual void begin(const std::string& /*dataset*/) {}
  virtual void set_engine(const std::string& /*id*/) {}
  /// Sets the number of finished puzzles and, if known, the finished fraction from 0 to 1.
  virtual void set_done(std::uint64_t /*puzzles*/, std::optional<double> /*fraction*/) {}
};

/// Returns a progress line if `when` applies to standard error, otherwise an object that shows
/// nothing.
std::unique_ptr<Progress> make_progress(When when);

/// Formats a time like `1h02m`, `3m05s` or `12s`, rounded down.
std::string format_seconds(double seconds);

}  // namespace sudoku
