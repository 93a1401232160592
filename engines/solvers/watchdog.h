#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "engines/search_monitor.h"

namespace sudoku::solvers {

/// Interrupts a solver that does not check limits itself. During the lifetime of the object, a
/// thread calls `interrupt` every few milliseconds while a limit of the monitor is reached.
class Watchdog {
 public:
  template <typename Interrupt>
  Watchdog(const SearchMonitor& monitor, Interrupt interrupt)
      : thread_([&monitor, interrupt](const std::stop_token& end) {
          std::mutex mutex;
          std::condition_variable_any timer;
          std::unique_lock lock(mutex);
          const auto has_ended = [&end] { return end.stop_requested(); };
          while (!timer.wait_for(lock, end, kInterval, has_ended)) {
            if (monitor.is_limit_reached()) interrupt();
          }
        }) {}

 private:
  static constexpr std::chrono::milliseconds kInterval{2};

  std::jthread thread_;
};

}  // namespace sudoku::solvers
