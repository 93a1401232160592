#pragma once

#include <chrono>

#include "engines/engine.h"

namespace sudoku::bandjoin {

/// Whether the count of a puzzle is to end before its time: by the limits of the call. Asked every
/// few milliseconds at least.
class Interruption {
 public:
  explicit Interruption(const SolveLimits& limits) : limits_(limits) { begin_puzzle(); }

  /// Starts the clock of the next puzzle.
  void begin_puzzle() {
    if (limits_.max_time.count() > 0) puzzle_end_ = limits_.puzzle_end(Clock::now());
  }

  bool has_come() {
    if (outcome_ == Outcome::exhausted) outcome_ = poll();
    return outcome_ != Outcome::exhausted;
  }

  /// Takes over what ended another part of the same count.
  void end_like(const Interruption& part) {
    if (part.outcome_ != Outcome::exhausted) outcome_ = part.outcome_;
  }

  /// What ended the count; `exhausted` if nothing did.
  Outcome outcome() const { return outcome_; }

 private:
  using Clock = std::chrono::steady_clock;

  Outcome poll() const {
    if (limits_.is_stop_requested()) return Outcome::stopped;
    const Clock::time_point now = Clock::now();
    if (now >= limits_.deadline) return Outcome::stopped;
    return now >= puzzle_end_ ? Outcome::timeout : Outcome::exhausted;
  }

  const SolveLimits& limits_;
  Clock::time_point puzzle_end_ = Clock::time_point::max();
  Outcome outcome_ = Outcome::exhausted;
};

}  // namespace sudoku::bandjoin
