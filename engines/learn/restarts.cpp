#include "engines/learn/restarts.h"

#include <algorithm>

namespace sudoku::learn {
namespace {

constexpr std::uint64_t kModeInterval = 4000;  // conflicts; grows by this number each time
constexpr std::uint64_t kLubyUnit = 512;       // conflicts
constexpr std::uint64_t kLeastFocused = 10;    // conflicts
constexpr double kMargin = 1.1;
constexpr double kRecentWindow = 32;  // conflicts
constexpr double kWindow = 8192;

}  // namespace

void Restarts::note_conflict(std::uint32_t glue) {
  ++conflicts_;
  ++since_restart_;
  const auto weigh_in = [&](double& mean, double window) {
    mean += (glue - mean) / std::min(window, static_cast<double>(conflicts_));
  };
  weigh_in(recent_glue_, kRecentWindow);
  weigh_in(glue_, kWindow);
  if (conflicts_ == kModeInterval * (switches_ + 1) * (switches_ + 2) / 2) switch_mode();
}

bool Restarts::is_due() const {
  if (is_stable_) return since_restart_ >= kLubyUnit * luby_;
  return since_restart_ >= kLeastFocused && recent_glue_ > kMargin * glue_;
}

void Restarts::restart() {
  since_restart_ = 0;
  if (is_stable_) advance_luby();
}

void Restarts::switch_mode() {
  ++switches_;
  is_stable_ = !is_stable_;
  since_restart_ = 0;
}

void Restarts::advance_luby() {
  const std::uint64_t lowest_bit = run_ & (~run_ + 1);
  if (lowest_bit == luby_) {
    ++run_;
    luby_ = 1;
  } else {
    luby_ *= 2;
  }
}

}  // namespace sudoku::learn
