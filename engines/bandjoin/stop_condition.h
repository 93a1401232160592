#pragma once

#include <chrono>

#include "engines/engine.h"

namespace sudoku::bandjoin {

/// Detects whether a limit ends the count of a puzzle. Ask at least every few milliseconds. An
/// object belongs to one thread.
class StopCondition {
 public:
  /// The time limit of the puzzle starts now.
  explicit StopCondition(const SolveLimits& limits)
      : limits_(limits), puzzle_end_(limits.puzzle_end(Clock::now())) {}

  /// Returns whether the count must end. Stays true once it is true.
  bool is_met() {
    if (outcome_ == Outcome::exhausted) outcome_ = poll();
    return outcome_ != Outcome::exhausted;
  }

  /// Adopts the outcome of another part of the same count.
  void merge(const StopCondition& part) {
    if (part.outcome_ != Outcome::exhausted) outcome_ = part.outcome_;
  }

  /// Returns what ended the count, or `exhausted` if nothing did.
  Outcome outcome() const { return outcome_; }

 private:
  using Clock = std::chrono::steady_clock;

  Outcome poll() const {
    if (limits_.is_over()) return Outcome::stopped;
    return Clock::now() >= puzzle_end_ ? Outcome::timeout : Outcome::exhausted;
  }

  const SolveLimits& limits_;
  Clock::time_point puzzle_end_;
  Outcome outcome_ = Outcome::exhausted;
};

}  // namespace sudoku::bandjoin
