#include "harness/base/progress.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

namespace sudoku {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kWidth = 79;

class ProgressLine final : public Progress {
 public:
  ProgressLine() : painter_([this] { paint_until_end(); }) {}

  ~ProgressLine() override {
    {
      const std::lock_guard lock(mutex_);
      is_ended_ = true;
    }
    end_.notify_one();
    painter_.join();
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
  }

  void begin(const std::string& dataset) override {
    const std::lock_guard lock(mutex_);
    dataset_ = dataset;
    begin_ = Clock::now();
    puzzles_ = 0;
    fraction_.reset();
  }

  void set_engine(const std::string& id) override {
    const std::lock_guard lock(mutex_);
    engine_ = id;
  }

  void set_done(std::uint64_t puzzles, std::optional<double> fraction) override {
    const std::lock_guard lock(mutex_);
    puzzles_ = puzzles;
    fraction_ = fraction;
  }

 private:
  void paint_until_end() {
    std::unique_lock lock(mutex_);
    while (!end_.wait_for(lock, std::chrono::milliseconds(200), [this] { return is_ended_; })) {
      // Truncated, because a line that wraps cannot be erased.
      const std::string line = "\r\033[K" + describe().substr(0, kWidth);
      std::fputs(line.c_str(), stderr);
      std::fflush(stderr);
    }
  }

  std::string describe() const {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    std::string line = fmt::format("{}: {} puzzles, {:.0f}/s", dataset_, puzzles_,
                                   static_cast<double>(puzzles_) / std::max(seconds, 1e-9));
    if (!engine_.empty()) line += ", " + engine_;
    line += ", " + format_seconds(seconds);
    if (fraction_ && *fraction_ > 0) {
      const double left = seconds / *fraction_ - seconds;
      line += fmt::format(", {:.0f} %, {} left", 100 * *fraction_, format_seconds(left));
    }
    return line;
  }

  std::mutex mutex_;
  std::condition_variable end_;
  bool is_ended_ = false;
  std::string dataset_;
  std::string engine_;
  Clock::time_point begin_ = Clock::now();
  std::uint64_t puzzles_ = 0;
  std::optional<double> fraction_;
  std::thread painter_;  // last, because it reads the members above
};

}  // namespace

std::unique_ptr<Progress> make_progress(When when) {
  if (applies(when, STDERR_FILENO)) return std::make_unique<ProgressLine>();
  return std::make_unique<Progress>();
}

std::string format_seconds(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::max(seconds, 0.0));
  if (whole >= 3600) return fmt::format("{}h{:02}m", whole / 3600, whole / 60 % 60);
  if (whole >= 60) return fmt::format("{}m{:02}s", whole / 60, whole % 60);
  return fmt::format("{}s", whole);
}

}  // namespace sudoku
