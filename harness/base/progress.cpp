#include "harness/base/progress.h"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "harness/base/errors.h"
#include "harness/base/system.h"
#include "harness/base/threads.h"

namespace sudoku {

Progress::Progress(When when) {
  if (!applies(when, STDERR_FILENO)) return;
  set_progress_line(true);
  painter_ = start_thread([this] { paint_until_end(); });
}

Progress::~Progress() {
  if (!painter_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_ended_ = true;
  }
  end_.notify_one();
  painter_.join();
  write_error("");
  set_progress_line(false);
}

void Progress::begin(const std::string& dataset) {
  const std::lock_guard lock(mutex_);
  dataset_ = one_line(dataset);
  begin_ = std::chrono::steady_clock::now();
  puzzles_ = 0;
  fraction_.reset();
}

void Progress::set_activity(const std::string& activity) {
  const std::lock_guard lock(mutex_);
  activity_ = activity;
}

void Progress::set_done(std::uint64_t puzzles, std::optional<double> fraction) {
  const std::lock_guard lock(mutex_);
  puzzles_ = puzzles;
  fraction_ = fraction;
}

void Progress::paint_until_end() {
  std::unique_lock lock(mutex_);
  while (!end_.wait_for(lock, std::chrono::milliseconds(200), [this] { return is_ended_; })) {
    // Truncated, because a line that wraps cannot be erased.
    constexpr std::size_t kUsualWidth = 80;  // if standard error is no terminal
    const std::size_t columns = terminal_width(STDERR_FILENO).value_or(kUsualWidth);
    print_error("{}", describe().substr(0, columns - 1));
  }
}

std::string Progress::describe() const {
  const auto now = std::chrono::steady_clock::now();
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  std::string line = fmt::format("{}: {} puzzles, {:.0f}/s", dataset_, puzzles_,
                                 static_cast<double>(puzzles_) / std::max(seconds, 1e-9));
  if (!activity_.empty()) line += ", " + activity_;
  line += ", " + format_seconds(seconds);
  if (fraction_ && *fraction_ > 0) {
    const double left = seconds / *fraction_ - seconds;
    line += fmt::format(", {:.0f} %, {} left", 100 * *fraction_, format_seconds(left));
  }
  return line;
}

std::string format_seconds(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::max(seconds, 0.0));
  if (whole >= 3600) return fmt::format("{}h{:02}m", whole / 3600, whole / 60 % 60);
  if (whole >= 60) return fmt::format("{}m{:02}s", whole / 60, whole % 60);
  return fmt::format("{}s", whole);
}

}  // namespace sudoku
