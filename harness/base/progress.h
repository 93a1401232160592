#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "harness/base/system.h"

namespace sudoku {

/// Shows the progress of a run on one line of standard error. A background thread updates the line
/// several times a second; the destructor erases it. Thread-safe.
class Progress {
 public:
  /// Shows nothing unless `when` applies to standard error.
  explicit Progress(When when);
  ~Progress();
  /// Starts a new repetition over a dataset: resets the count and the time.
  void begin(const std::string& dataset);
  /// Sets the name to show: the engine that runs, or a phase such as warm-up.
  void set_activity(const std::string& activity);
  /// Sets the number of finished puzzles and, if known, the finished fraction from 0 to 1.
  void set_done(std::uint64_t puzzles, std::optional<double> fraction);

 private:
  void paint_until_end();
  std::string describe() const;

  std::mutex mutex_;  // guards the members below
  std::condition_variable end_;
  bool is_ended_ = false;
  std::string dataset_;
  std::string activity_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::uint64_t puzzles_ = 0;
  std::optional<double> fraction_;
  std::jthread painter_;  // none if nothing is shown
};

/// Formats a time like `1h02m`, `3m05s` or `12s`, rounded down.
std::string format_seconds(double seconds);

}  // namespace sudoku
