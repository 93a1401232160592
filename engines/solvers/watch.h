#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "engines/search_monitor.h"

namespace sudoku::solvers {

/// As long as it lives, a thread that calls `interrupt` once the monitor wants its search to end,
/// for solvers that can be told so while they search, and in no other way.
class Watch {
 public:
  template <typename Interrupt>
  Watch(const SearchMonitor& monitor, Interrupt interrupt)
      : thread_([&monitor, interrupt](const std::stop_token& end) {
          std::mutex mutex;
          std::condition_variable_any timer;
          std::unique_lock lock(mutex);
          const auto has_ended = [&end] { return end.stop_requested(); };
          while (!timer.wait_for(lock, end, kInterval, has_ended)) {
            if (monitor.is_look_due()) interrupt();
          }
        }) {}

 private:
  static constexpr std::chrono::milliseconds kInterval{2};

  std::jthread thread_;
};

}  // namespace sudoku::solvers
