#pragma once

#include <algorithm>
#include <cstdint>

#include "engines/luby.h"

namespace sudoku::learn {

/// Decides when to restart at the root. Two modes alternate. Stable mode restarts rarely, by Luby's
/// sequence. Focused mode restarts when the recent glue exceeds its long-term mean (A. Biere and A.
/// Froehlich, 2015).
class Restarts {
 public:
  void reset() { *this = {}; }
  /// Records a conflict and the glue of its learned clause.
  void note_conflict(std::uint32_t glue) {
    ++conflicts_;
    ++since_restart_;
    const auto weigh_in = [&](double& mean, double window) {
      mean += (glue - mean) / std::min(window, static_cast<double>(conflicts_));
    };
    weigh_in(recent_glue_, kRecentWindow);
    weigh_in(glue_, kWindow);
    if (conflicts_ == kModeInterval * (switches_ + 1) * (switches_ + 2) / 2) switch_mode();
  }
  bool is_due() const {
    if (is_stable_) return since_restart_ >= kLubyUnit * luby_.current();
    return since_restart_ >= kLeastFocused && recent_glue_ > kMargin * glue_;
  }
  void restart() {
    since_restart_ = 0;
    if (is_stable_) luby_.advance();
  }
  bool is_stable() const { return is_stable_; }
  /// Returns whether the first mode still lasts. A longer search is most likely a proof.
  bool is_in_first_mode() const { return switches_ == 0; }

 private:
  static constexpr std::uint64_t kModeInterval = 4000;  // conflicts; grows by this each time
  static constexpr std::uint64_t kLubyUnit = 512;       // conflicts
  static constexpr std::uint64_t kLeastFocused = 10;    // conflicts
  static constexpr double kMargin = 1.1;
  static constexpr double kRecentWindow = 32;  // conflicts
  static constexpr double kWindow = 8192;

  void switch_mode() {
    ++switches_;
    is_stable_ = !is_stable_;
    since_restart_ = 0;
  }

  bool is_stable_ = true;
  std::uint64_t conflicts_ = 0;
  std::uint64_t since_restart_ = 0;  // conflicts
  std::uint64_t switches_ = 0;
  Luby luby_;
  double recent_glue_ = 0;
  double glue_ = 0;
};

}  // namespace sudoku::learn
